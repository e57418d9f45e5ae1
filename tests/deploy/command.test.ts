import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { listenOnFreePort } from '../../scripts/lib/listen/listen-on-free-port.ts';
import { type Run, runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { STORE } from '../support/deploy/cloudfront/key-value-store-api.ts';
import { compiledHere, environment } from '../support/runnable-project-copy.ts';
import { smallDist } from '../support/site/small-dist.ts';

const SCRIPT = resolve('scripts/deploy.ts');
const dist = smallDist({ 'one.example': ['ru'] });
const { build } = readManifest(dist);
afterAll(() => rmSync(dist, { recursive: true }));

/** A project with a build and two targets. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploying-'));
  symlinkSync(dist, join(folder, 'dist'));
  configure({
    local: { type: 'folder', path: 'deployed', verify: false },
    bucket: { type: 'cloudfront', bucket: 'a-bucket', store: STORE },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const configure = (targets: object): void =>
  writeFileSync(join(folder, 'deploy.config.ts'), `export default ${JSON.stringify(targets)};\n`);

const command = (...args: string[]): Promise<Run> =>
  runAndCapture(process.execPath, [SCRIPT, ...args], folder, environment(compiledHere));

/** The report that `--json` prints to stdout, after its events on stderr. */
const reportIn = ({ output }: Run): unknown => JSON.parse(output.trimEnd().split('\n').at(-1)!);

test.each([
  [[], /Name a target: .* has local, bucket\./],
  [['lokal'], /There is no target "lokal": deploy\.config\.ts has local, bucket/],
  [['local', '--dryrun'], /^Unknown option '--dryrun'\. Write npm run deploy -- <target> \[--dry-run\]/],
  [['local', '--to'], /^Option '--to <value>' argument missing\. Write npm run deploy/],
  [['local', '--to', ''], /The target has no generation \. It has none/],
  [['local', '--to', 'zz'], /The target has no generation zz\. It has none/],
  [['local', '--host', 'two.example'], /--host names two\.example/],
  [['local', '--verify', 'some'], /has --verify "some"\. Write --verify all/],
  [['local', '--repair', '--to', build], /has --repair with another argument/],
  [['bucket'], /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be in the environment/],
])('%j ends with exit code 2 and what mends it', async (args, message) => {
  const run = await command(...args);
  expect(run.code).toBe(2);
  expect(run.output).toMatch(message);
  expect(run.output).not.toContain('    at ');
});

test('a misspelled option of a target is named', async () => {
  configure({ local: { type: 'folder', path: 'deployed', verfy: false } });
  const run = await command('local');
  expect(run.code).toBe(2);
  expect(run.output).toContain('local.verfy: is no known option');
});

test('an unknown type of a target and of a cache is named, with those that are known', async () => {
  const purge = [{ type: 'akamai' }];
  configure({ local: { type: 'folder', path: 'deployed', purge }, other: { type: 'ftp' } });
  const run = await command('local');
  expect(run.code).toBe(2);
  expect(run.output).toContain(
    'local.purge.0.type: is no known type. Known are cloudflare, cloudfront, fastly, varnish.',
  );
  expect(run.output).toContain('other.type: is no known type. Known are folder, cloudflare, cloudfront, ssh.');
});

test('--help prints the arguments', async () => {
  const run = await command('--help');
  expect(run.code).toBe(0);
  expect(run.output).toMatch(/^npm run deploy -- <target>/);
});

test('--json prints a line with the generation that visitors have, also where there is nothing to do', async () => {
  for (const isUpToDate of [false, true]) {
    const run = await command('local', '--json');
    expect(run.code).toBe(0);
    expect(reportIn(run)).toMatchObject({ target: 'local', build, isUpToDate });
  }
  const refused = await command('local', '--json', '--to', 'zz');
  expect(reportIn(refused)).toEqual({ exitCode: 2, error: expect.stringContaining(build) });
});

test('--verify all names what was changed, --repair mends it, and --doctor looks at everything', async () => {
  expect((await command('local')).code).toBe(0);
  const page = join(folder, 'deployed/current/one.example/ru/rules.html');
  const whole = readFileSync(page);
  rmSync(page);
  writeFileSync(page, 'Defaced');
  const found = await command('local', '--verify', 'all');
  expect(found.code).toBe(4);
  expect(found.output).toMatch(
    /^1 place\(s\) of local .*\n {2}one\.example\/ru\/rules\.html has other content\nMend them: npm run deploy -- local --repair/m,
  );
  const doctor = await command('local', '--doctor');
  expect(doctor.code).toBe(4);
  expect(doctor.output).toMatch(/^WRONG {2}files: 1 place\(s\)/m);
  const repaired = await command('local', '--repair');
  expect(repaired.code).toBe(0);
  expect(repaired.output).toContain('Mended: one.example/ru/rules.html had other content');
  expect(readFileSync(page)).toEqual(whole);
  expect((await command('local', '--verify', 'all')).output).toMatch(/as it was deployed: \d+ files compared/);
  const well = await command('local', '--doctor');
  expect([well.code, well.output]).toEqual([0, expect.not.stringContaining('WRONG')]);
  expect((await command('local', '--unlock')).output).toContain('Nobody holds the lease.');
});

test('a deployment that is stopped says what visitors have', async () => {
  let pid = 0;
  // The server stops the deployment that fetches a page to compare it, and never answers.
  const { port, close } = await listenOnFreePort(() => {
    if (pid) process.kill(pid, 'SIGTERM');
    pid = 0;
  });
  const verify = { address: `http://127.0.0.1:${port}` };
  configure({ local: { type: 'folder', path: 'deployed', verify } });
  const run = await runAndCapture(
    process.execPath,
    [SCRIPT, 'local'],
    folder,
    environment(compiledHere),
    (id) => (pid = id),
  );
  close();
  expect(run.code).toBe(1);
  expect(run.output).toContain(`Stopped by SIGTERM.\nVisitors have generation ${build};`);
});
