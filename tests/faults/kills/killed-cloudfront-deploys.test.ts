import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { changeDist } from '../../support/deploy/change-dist.ts';
import { type CloudFrontSite, cloudFrontSite } from '../../support/deploy/cloudfront/cloudfront-site.ts';
import { type S3Server, startS3Server } from '../../support/deploy/s3/s3-server.ts';
import { programs, testWith } from '../../support/programs.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const test = testWith('s3');

/** Deployments that are killed, and after how many of them a run goes on to the end. */
const KILLS = 20;
const FINISH_EVERY = 5;

const HOST = 'one.example';
const SCRIPTS = ['/_astro/island.1a2b3c.js', '/_astro/island.9f8e7d.js'];
const first = smallDist({ [HOST]: ['ru'] });
/** Both pages change, so that a mixture of generations shows. */
const second = changeDist(first, {
  [`${HOST}/ru/rules.html`]: `<html><script src="${SCRIPTS[1]}"></script>Second.</html>`,
  [`${HOST}/ru/contacts.html`]: '<html>Second.</html>',
  [`${HOST}/ru${SCRIPTS[0]}`]: undefined,
  [`${HOST}/ru${SCRIPTS[1]}`]: '/* second */',
});
const sites = [first, second];
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));

let server: S3Server;
let site: CloudFrontSite;
beforeAll(async () => {
  if (!programs.s3) return;
  server = await startS3Server();
  site = await cloudFrontSite(server);
  const production = { ...site.options, verify: false, keep: 2 };
  writeFileSync(join(folder, 'deploy.config.ts'), `export default ${JSON.stringify({ production })};`);
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
  for (const each of [...sites, folder]) rmSync(each, { recursive: true });
});

test(`${KILLS} killed deployments leave the old or the new generation as a whole, and the next run finishes`, async () => {
  let { requests } = await run(0);
  await expectServed(0);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const next = kill % 2;
    const killAt = 1 + Math.floor(Math.random() * requests);
    const killed = await run(next, killAt);
    // A run that has less to do than the last whole one may end before its kill.
    expect(['SIGKILL', 0], `killed at request ${killAt} of ${requests}: ${killed.output}`).toContain(killed.end);
    await expectServed(await servedSite());
    if (kill % FINISH_EVERY) continue;
    // Every third of these goes on with another build than the killed one.
    const finished = kill % (3 * FINISH_EVERY) ? next : 1 - next;
    const end = await run(finished);
    expect(end.end, end.output).toBe(0);
    await expectServed(finished);
    requests = Math.max(end.requests, 20);
  }
});

const pageAt = async (path: string): Promise<string> => {
  const { status, body } = await site.edge.ask(HOST, path);
  expect(status, path).toBe(200);
  return String(body);
};

const servedSite = async (): Promise<number> => ((await pageAt('/rules')).includes('Second.') ? 1 : 0);

async function expectServed(number: number): Promise<void> {
  for (const path of ['/rules', '/contacts']) expect((await pageAt(path)).includes('Second.'), path).toBe(number === 1);
  await pageAt(SCRIPTS[number]!);
}

/** Runs the command. @param killAt number of the request at which it is killed */
function run(
  next: number,
  killAt = Infinity,
): Promise<{ end: number | string | null; output: string; requests: number }> {
  rmSync(join(folder, 'dist'), { force: true });
  symlinkSync(sites[next]!, join(folder, 'dist'));
  const child = spawn(process.execPath, [resolve('scripts/deploy.ts'), 'production'], { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let requests = 0;
  const count = (): void => {
    requests += 1;
    if (requests === killAt) child.kill('SIGKILL');
  };
  site.store.onCall = count;
  site.functions.onCall = count;
  site.proxy.fault = () => void count();
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ end: signal ?? code, output, requests }));
  });
}
