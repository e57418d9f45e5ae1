import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { HASH_DIGITS } from '../../../src/deploy/edge/edge-table.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import {
  ACCOUNT,
  DATABASE,
  startCloudflareAccount,
  TOKEN as CLOUDFLARE_TOKEN,
} from '../../support/deploy/cloudflare-account.ts';
import { startNetlify } from '../../support/deploy/netlify-api.ts';
import { TOKEN as NETLIFY_TOKEN } from '../../support/deploy/purge-apis.ts';
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

/** A service with an API that a target deploys to. */
interface Service {
  api: StrictApi;
  /** Options of the target. */
  options: object;
  env: Record<string, string>;
  /** Fails where visitors get a page that is not whole, or lacks its scripts. */
  expectWhole: () => Promise<void>;
  /** Fails where visitors do not get a build as a whole. */
  expectServed: (build: string) => Promise<void>;
}

const services: Record<string, () => Promise<Service>> = {
  cloudflare: async () => {
    const api = await startCloudflareAccount();
    return {
      api,
      options: { account: ACCOUNT, worker: 'site', database: DATABASE, api: api.origin },
      env: { CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN },
      async expectWhole() {
        const table = api.tableOf('site');
        expect([undefined, ...builds]).toContain(table?.build);
        const hashes = table?.hashes.match(new RegExp(`.{${HASH_DIGITS}}`, 'g')) ?? [];
        expect(hashes.filter((hash) => !api.stored.has(hash))).toEqual([]);
      },
      async expectServed(build) {
        expect(api.tableOf('site')!.build).toBe(build);
        // No content was sent twice.
        expect(api.uploads).toHaveLength(api.stored.size);
      },
    };
  },
  netlify: async () => {
    const api = await startNetlify({ 'one.example': 'site-one', 'state.example': 'site-state' });
    const visit = (path: string) => ask(api.origin, 'one.example', path);
    return {
      api,
      options: {
        sites: { 'one.example/ru': 'site-one' },
        stateSite: 'site-state',
        deploysPerMinute: 600,
        api: api.origin,
      },
      env: { NETLIFY_AUTH_TOKEN: NETLIFY_TOKEN },
      async expectWhole() {
        if (!api.published('site-one')) return;
        const { status, body } = await visit('/rules');
        expect(status).toBe(200);
        for (const [, script] of body.matchAll(/src="([^"]+)"/g)) expect((await visit(script!)).status).toBe(200);
      },
      async expectServed(build) {
        expect((await visit('/rules')).body.includes('Second.')).toBe(build === builds[1]);
      },
    };
  },
};

test.each(Object.keys(services))(
  `${KILLS} killed deployments to "%s" leave whole pages with their assets, and a run finishes them`,
  { timeout: 900_000 },
  async (type) => {
    const { api, options, env, expectWhole, expectServed } = await services[type]!();
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
    writeFileSync(
      join(folder, 'deploy.config.ts'),
      `export default { production: ${JSON.stringify({ type, verify: false, ...options })} };\n`,
    );
    const deploy = (next: number, killAfter?: number): Promise<Ended> => {
      rmSync(join(folder, 'dist'), { force: true });
      symlinkSync(sites[next]!, join(folder, 'dist'));
      return run(folder, env, api, killAfter);
    };
    let calls = (await deploy(0)).calls;
    for (let round = 1; round <= KILLS; round += 1) {
      const next = round % 2;
      // A run that has less to do than the last whole one may end before its kill.
      const killAfter = 1 + Math.floor(Math.random() * calls);
      const killed = await deploy(next, killAfter);
      expect(['SIGKILL', 0], `killed after ${killAfter} calls: ${killed.output}`).toContain(killed.end);
      await expectWhole();
      if (round % FINISH_EVERY) continue;
      const finished = await deploy(next);
      expect(finished.end, finished.output).toBe(0);
      await expectServed(builds[next]!);
      calls = Math.max(finished.calls, 10);
    }
    api.close();
    rmSync(folder, { recursive: true });
  },
);

interface Ended {
  /** Exit code, or the signal that ended it. */
  end: number | string | null;
  output: string;
  calls: number;
}

/** @param killAfter number of calls of the API after which the process is killed */
function run(folder: string, env: Record<string, string>, api: StrictApi, killAfter = Infinity): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('scripts/deploy.ts'), 'production'], {
    cwd: folder,
    env: environment({ ...compiledHere, ...env }),
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

const ask = (origin: string, host: string, path: string): Promise<{ status: number; body: string }> =>
  new Promise((done, fail) => {
    request(`${origin}${path}`, { headers: { Host: host }, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.once('end', () => done({ status: response.statusCode!, body }));
    })
      .once('error', fail)
      .end();
  });
