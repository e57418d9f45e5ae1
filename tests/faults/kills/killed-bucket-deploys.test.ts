import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { type DeployedBucket, deployedBucket } from '../../support/deploy/deployed-bucket.ts';
import { type S3Server, startS3Server } from '../../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../../support/programs.ts';
import { hashOf } from '../../support/site/dist-copies.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const test = testWith('s3');

const RULES = 'en.test/en/rules.html';
const NEW_SCRIPT = 'en.test/en/_astro/island.9f8e7d.js';

/** Runs that are killed: spread over the requests of a deployment, but for the last ones, which not every one has. */
const KILLS = 20;

/** After so many of them a run goes on to the end. */
const FINISH_EVERY = 5;

const first = smallDist({ 'en.test': ['en'] });
const second = changeDist(first, {
  [RULES]: '<html><p>The second rules.</p></html>',
  'en.test/en/_astro/island.1a2b3c.js': undefined,
  [NEW_SCRIPT]: '/* new */',
  'en.test/en/contacts.html': undefined,
});
const sites = [first, second];
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));

let server: S3Server;
let bucket: DeployedBucket;
beforeAll(async () => {
  if (!programs.s3) return;
  server = await startS3Server();
  bucket = await deployedBucket(server);
  const target = { type: 's3', bucket: bucket.name, endpoint: bucket.proxy.endpoint, verify: false };
  writeFileSync(join(folder, 'deploy.config.ts'), `export default ${JSON.stringify({ production: target })};`);
});
afterAll(async () => {
  bucket?.close();
  await server?.stop();
  for (const each of [first, second, folder]) rmSync(each, { recursive: true });
});

test(
  'a deployment to a bucket that is killed leaves whole pages with their assets, and the next run finishes',
  { timeout: 900_000 },
  async () => {
    for (const dist of [first, second, first]) expect(await run(dist)).toBe(0);
    const requests = bucket.proxy.requests.length;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const next = kill % 2 ? second : first;
      const killedAt = Math.ceil((requests * kill) / (KILLS + 4));
      // A run that has less to do, because a killed one has done most of it, may end before.
      expect(['SIGKILL', 0], `killed at request ${killedAt} of ${requests}`).toContain(await run(next, killedAt));
      const page = hashOf(Buffer.from((await bucket.get(RULES)).text, 'latin1'));
      expect([pageOf(first), pageOf(second)]).toContain(page);
      if (page === pageOf(second)) expect(await bucket.keys()).toContain(NEW_SCRIPT);
      if (kill % FINISH_EVERY) continue;
      // Every third of these goes on with another build than the killed one.
      const finished = kill % (3 * FINISH_EVERY) ? next : sites.find((site) => site !== next)!;
      expect(await run(finished)).toBe(0);
      await expectSite(finished);
    }
  },
);

const pageOf = (dist: string): string => readManifest(dist).editions[0]!.files['rules.html']!.sha256;

async function expectSite(dist: string): Promise<void> {
  const [edition] = readManifest(dist).editions;
  const isPage = (path: string): boolean => path.endsWith('.html');
  const pages = (await bucket.keys()).filter((key) => key.startsWith('en.test/') && isPage(key));
  expect(pages).toEqual(
    Object.keys(edition!.files)
      .filter(isPage)
      .map((file) => `en.test/en/${file}`)
      .toSorted(),
  );
  for (const key of pages)
    expect(hashOf(Buffer.from((await bucket.get(key)).text, 'latin1')), key).toBe(
      edition!.files[key.slice('en.test/en/'.length)]!.sha256,
    );
}

/** Runs the command. @returns its exit code, or the signal that ended it */
function run(dist: string, killedAt = Number.POSITIVE_INFINITY): Promise<number | string | null> {
  const link = join(folder, 'dist');
  symlinkSync(dist, `${link}.new`);
  renameSync(`${link}.new`, link);
  bucket.proxy.requests = [];
  const child = spawn(process.execPath, [resolve('scripts/deploy.ts'), 'production'], { cwd: folder, stdio: 'ignore' });
  bucket.proxy.fault = (_, number) => {
    if (number < killedAt) return undefined;
    child.kill('SIGKILL');
    return 'reset';
  };
  return new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code)));
}
