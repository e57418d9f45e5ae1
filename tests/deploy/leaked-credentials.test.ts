import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { openStore } from '../../src/deploy/targets/cloudfront/key-value-store.ts';
import { publishFunction } from '../../src/deploy/targets/cloudfront/publish-function.ts';
import { ACCOUNT, DATABASE } from '../support/deploy/cloudflare-account.ts';
import { STORE } from '../support/deploy/cloudfront/key-value-store-api.ts';
import { startStrictApi } from '../support/deploy/strict-api.ts';
import { environment } from '../support/runnable-project-copy.ts';
import { smallDist } from '../support/site/small-dist.ts';

const credentials = new Credentials(process.env);

const HOST = 'one.example';
const dist = smallDist({ [HOST]: ['en'] });
afterAll(() => rmSync(dist, { recursive: true }));

/** Credentials of every target and purger; each value is long and unlike any other text. */
const SECRETS = Object.fromEntries(
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'CLOUDFLARE_API_TOKEN', 'FASTLY_API_TOKEN'].map(
    (name) => [name, `marked+secret/of_${name.toLowerCase()}=`],
  ),
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  symlinkSync(dist, join(folder, 'dist'));
  return () => rmSync(folder, { recursive: true });
});

/** A server that repeats all that it was sent, in the answer of an error. */
async function startEcho(): Promise<string> {
  const echo = await startStrictApi(({ method, url, headers, body }) => ({
    status: 400,
    body: `${method} ${url.href} ${JSON.stringify(headers)} ${Buffer.from(headers.authorization ?? '').toString('base64')} ${body.toString()}`,
  }));
  onTestFinished(echo.close);
  return echo.origin;
}

const targets: Record<string, (api: string) => object> = {
  cloudflare: (api) => ({ type: 'cloudflare', account: ACCOUNT, worker: 'site', database: DATABASE, api }),
  'cloudflare with a bucket': (api) => ({
    ...(targets['cloudflare']!(api) as object),
    bucket: 'files',
    bucketApi: api,
  }),
  'cloudflare in front': (api) => withPurger({ type: 'cloudflare', zones: { [HOST]: 'a'.repeat(32) }, api }),
  cloudfront: (api) => withPurger({ type: 'cloudfront', distribution: 'E2QWRUHAPOMQZL', api }),
  fastly: (api) => withPurger({ type: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', api }),
  's3 behind cloudfront': (bucketApi) => ({ type: 'cloudfront', bucket: 'files', store: STORE, bucketApi }),
};

const withPurger = (purger: object): object => ({
  type: 'folder',
  path: join(folder, 'site'),
  purge: [purger],
});

test.each(Object.keys(targets))(
  '%s: an API that repeats credentials leads them into no output and no file',
  async (name) => {
    const target = { ...targets[name]!(await startEcho()), verify: false };
    writeFileSync(join(folder, 'deploy.config.ts'), `export default { production: ${JSON.stringify(target)} };\n`);
    for (const args of [[], ['--json']]) {
      const { code, output } = await runAndCapture(
        process.execPath,
        [resolve('scripts/deploy.ts'), 'production', ...args],
        folder,
        environment(SECRETS),
      );
      expect(code, output).toBe(1);
      expect(output).toContain('400');
      const written = globSync('**/*', { cwd: folder, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
      const all = [output, ...written].join('\n');
      for (const [variable, secret] of Object.entries(SECRETS))
        for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, 20)])
          expect(all.includes(form), `${variable} in ${args.join(' ') || 'the output'}:\n${output}`).toBe(false);
    }
  },
);

test('a store and a function of CloudFront that repeat credentials lead them into no message', async () => {
  const api = await startEcho();
  const options = { store: STORE, function: 'site', api, storeApi: api };
  for (const [name, secret] of Object.entries(SECRETS)) vi.stubEnv(name, secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { signal } = new AbortController();
  const store = await openStore(options, credentials, () => {}, signal);
  for (const task of [
    () => store.read('served'),
    () => store.update([['a', 'b']]),
    () => publishFunction(options, credentials, signal),
  ]) {
    const message = await task().then(
      () => 'no error',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/^CloudFront: .* failed: 400/);
    for (const secret of Object.values(SECRETS))
      for (const form of [secret, encodeURIComponent(secret)]) expect(message).not.toContain(form);
  }
});
