import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { HASH_DIGITS } from '../../../src/deploy/edge/edge-table.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import {
  ACCOUNT,
  type CloudflareAccount,
  DATABASE,
  startCloudflareAccount,
  TOKEN,
} from '../../support/deploy/cloudflare-account.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const colours = ['red', 'blue'] as const;
const sites = colours.map((colour) => smallDist({ 'one.example': ['ru'] }, { 'one.example': colour }));
const builds = sites.map((site) => readManifest(site).build);

let account: CloudflareAccount;
let folder: string;
beforeAll(async () => {
  account = await startCloudflareAccount();
  folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const target = {
    type: 'cloudflare',
    account: ACCOUNT,
    worker: 'site',
    database: DATABASE,
    api: account.origin,
    verify: false,
  };
  writeFileSync(join(folder, 'deploy.config.ts'), `export default { production: ${JSON.stringify(target)} };\n`);
});
afterAll(() => {
  account.close();
  for (const path of [...sites, folder]) rmSync(path, { recursive: true });
});

test('a deployment that is killed after any call leaves a whole generation, and the next run finishes it without sending a file twice', async () => {
  // The first deployment has about 25 calls, and each further one 20.
  for (const [round, killAfter] of [5, 10, 13, 16, 19].entries()) {
    const next = round % 2;
    rmSync(join(folder, 'dist'), { force: true });
    symlinkSync(sites[next]!, join(folder, 'dist'));
    const killed = await deploy(killAfter);
    const table = account.tableOf('site');
    expect([undefined, ...builds], `killed after ${killAfter} calls`).toContain(table?.build);
    const hashes = table?.hashes.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? [];
    expect(hashes.filter((hash) => !account.stored.has(hash))).toEqual([]);
    const finished = await deploy();
    expect([killed.signal, finished.code], finished.output).toEqual(['SIGKILL', 0]);
    expect(account.tableOf('site')!.build).toBe(builds[next]);
    expect(account.uploads).toHaveLength(account.stored.size);
  }
});

/** @param killAfter number of calls of the API after which the process is killed */
function deploy(killAfter = Infinity): Promise<{ code: number | null; signal: string | null; output: string }> {
  const child = spawn(process.execPath, [resolve('scripts/deploy.ts'), 'production'], {
    cwd: folder,
    env: environment({ CLOUDFLARE_API_TOKEN: TOKEN }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  let calls = 0;
  account.onCall = () => {
    if ((calls += 1) === killAfter) child.kill('SIGKILL');
  };
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ code, signal, output }));
  });
}
