import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { buildId, readManifest } from '../../src/output/manifest.ts';
import { deployedFolder } from '../support/deploy/deployed-folder.ts';
import { dist } from '../support/dist.ts';
import { anyDatabase, startTestService } from '../support/service/test-service.ts';
import { hashOf, publish } from '../support/site/dist-copies.ts';

const PAGE = 'login.html';
const HEADING = /<h1[^>]*>([^<]+)/;

const built = mkdtempSync(join(tmpdir(), 'dist-'));
const target = deployedFolder();
afterAll(() => {
  rmSync(built, { recursive: true });
  target.remove();
});

test('the service fills the forms of the generation that is served, forward and back, without a restart', async () => {
  cpSync(dist, built, { recursive: true, mode: 2 });
  const first = await target.deploy(built);
  const service = await startTestService(anyDatabase, {}, join(target.path, 'current'));
  const visitor = service.visitor('amber.example');
  const heading = async (): Promise<string> => {
    const page = await visitor.post(forms.login.action, { email: 'nobody' }, { Accept: 'text/html' });
    return HEADING.exec(page.text)![1]!;
  };
  const before = await heading();
  changeHeading('Come in');
  await target.deploy(built);
  expect(await heading()).toBe('Come in');
  await target.deploy(built, { to: first.build! });
  expect(await heading()).toBe(before);
  await service.close();
});

/** Changes a page as a build of other texts does. */
function changeHeading(words: string): void {
  const manifest = readManifest(built);
  const edition = manifest.editions.find(({ root }) => root === 'amber.example/en')!;
  const file = join(built, edition.root, PAGE);
  const html = readFileSync(file, 'utf8').replace(HEADING, (all, text: string) => all.replace(text, words));
  rmSync(file);
  writeFileSync(file, html);
  edition.files[PAGE] = { sha256: hashOf(Buffer.from(html)), bytes: Buffer.byteLength(html) };
  publish(built, { ...manifest, build: buildId(manifest.version, manifest.editions) });
}
