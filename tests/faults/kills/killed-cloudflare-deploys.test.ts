import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { HASH_DIGITS } from '../../../src/deploy/edge/edge-table.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { ACCOUNT, DATABASE, startCloudflareAccount, TOKEN } from '../../support/deploy/cloudflare-account.ts';
import type { StrictApi } from '../../support/deploy/strict-api.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { smallDist } from '../../support/site/small-dist.ts';

/** Deployments that are killed, and after how many of them a run goes on to the end. */
const KILLS = 20;
const FINISH_EVERY = 5;

const SCRIPT = '/_astro/island.9f8e7d.js';

const first = smallDist({ 'one.example': ['ru'] });
const second = changeDist(first, {
  'one.example/ru/rules.html': `<html><script src="${SCRIPT}"></script>Second.</html>`,
  'one.example/ru/_astro/island.1a2b3c.js': undefined,
  [`one.example/ru${SCRIPT}`]: '/* second */',
});
const sites = [first, second];
const builds = sites.map((site) => readManifest(site).build);
afterAll(() => sites.forEach((site) => rmSync(site, { recursive: true })));

test(`${KILLS} killed deployments to Cloudflare leave whole generations, and a run finishes them`, async () => {
  const api = await startCloudflareAccount();
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const target = {
    type: 'cloudflare',
    verify: false,
    account: ACCOUNT,
    worker: 'site',
    database: DATABASE,
    api: api.origin,
  };
  writeFileSync(join(folder, 'deploy.config.ts'), `export default { production: ${JSON.stringify(target)} };\n`);
  const deploy = (next: number, killAfter?: number): Promise<Ended> => {
    rmSync(join(folder, 'dist'), { force: true });
    symlinkSync(sites[next]!, join(folder, 'dist'));
    return run(folder, api, killAfter);
  };
  let calls = (await deploy(0)).calls;
  for (let round = 1; round <= KILLS; round += 1) {
    const next = round % 2;
    // A run that has less to do than the last whole one may end before its kill.
    const killAfter = 1 + Math.floor(Math.random() * calls);
    const killed = await deploy(next, killAfter);
    expect(['SIGKILL', 0], `killed after ${killAfter} calls: ${killed.output}`).toContain(killed.end);
    const table = api.tableOf('site');
    expect([undefined, ...builds]).toContain(table?.build);
    const hashes = table?.hashes.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? [];
    expect(hashes.filter((hash) => !api.stored.has(hash))).toEqual([]);
    if (round % FINISH_EVERY) continue;
    const finished = await deploy(next);
    expect(finished.end, finished.output).toBe(0);
    expect(api.tableOf('site')!.build).toBe(builds[next]);
    // No content was sent twice.
    expect(api.uploads).toHaveLength(api.stored.size);
    calls = Math.max(finished.calls, 10);
  }
  api.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  /** Exit code, or the signal that ended it. */
  end: number | string | null;
  output: string;
  calls: number;
}

/** @param killAfter number of calls of the API after which the process is killed */
function run(folder: string, api: StrictApi, killAfter = Infinity): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('scripts/deploy.ts'), 'production'], {
    cwd: folder,
    env: environment({ ...compiledHere, CLOUDFLARE_API_TOKEN: TOKEN }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  let calls = 0;
  api.onCall = () => {
    calls += 1;
    if (calls === killAfter) child.kill('SIGKILL');
  };
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ end: signal ?? code, output, calls }));
  });
}
