import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { sshTarget } from '../../src/deploy/targets/folder/folder-target.ts';
import { sshSchema } from '../../src/deploy/targets/folder/ssh-options.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { startBreakingProxy } from '../support/deploy/breaking-proxy.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type Deployer, deployerOf } from '../support/deploy/deployer.ts';
import { type RunningSshd, startSshd } from '../support/deploy/start-sshd.ts';
import { programs, testWith } from '../support/programs.ts';
import { hashOf } from '../support/site/dist-copies.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'en.test';
const RULES = `${HOST}/en/rules.html`;
const SCRIPT = `${HOST}/en/_astro/island.1a2b3c.js`;

const first = smallDist({ [HOST]: ['en'] });
const second = changeDist(first, { [RULES]: '<html><p>The second rules.</p></html>', [SCRIPT]: undefined });
const builds = [first, second].map((dist) => readManifest(dist).build) as [string, string];

const test = testWith('sshd');
let sshd: RunningSshd;
let path: string;
let target: Deployer;

const deployerAt = (options: object = {}): Deployer =>
  deployerOf(sshTarget(sshSchema.parse({ type: 'ssh', host: 'target', path, config: sshd.config, ...options })));

beforeAll(async () => {
  if (programs.sshd) sshd = await startSshd();
});
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'remote-'));
  target = deployerAt();
  return () => rmSync(path, { recursive: true });
});
afterAll(async () => {
  await sshd?.stop();
  for (const dist of [first, second]) rmSync(dist, { recursive: true });
});

const served = (file: string): string => readFileSync(join(path, 'current', file), 'utf8');

test('a deployment over SSH sends changed files only, and keeps the generation before to go back to', async () => {
  await target.deploy(first);
  const before = served(RULES);
  await target.deploy(second);
  expect(served(RULES)).toContain('The second rules.');
  // A page that is open requests the script of its generation.
  expect(served(SCRIPT)).toBeTruthy();
  const inodes = builds.map((build) => statSync(join(path, 'generations', build, `${HOST}/en/index.html`)).ino);
  expect(inodes[0]).toBe(inodes[1]);
  expect(await target.deploy(second)).toMatchObject({ isUpToDate: true });
  await target.deploy(second, { to: builds[0] });
  expect(served(RULES)).toBe(before);
  expect(readdirSync(path).toSorted()).toEqual(['current', 'generations', 'publish']);
});

test('a host key that is not in known_hosts is refused', async () => {
  await expect(deployerAt({ config: sshd.strangeConfig }).deploy(first)).rejects.toThrow(
    /Host key verification failed/,
  );
  expect(readdirSync(path)).toEqual([]);
});

test('names with characters of the shell are refused before ssh starts', () => {
  for (const options of [
    { host: '-oProxyCommand=touch /tmp/x' },
    { host: 'a b' },
    { host: 'a;b' },
    { path: '/srv/$(id)' },
    { path: '/srv/../etc' },
    { path: 'srv' },
    { path: "/srv/'x" },
    { config: '/x -oProxyCommand=y' },
  ])
    expect(
      sshSchema.safeParse({ type: 'ssh', host: 'target', path: '/srv', ...options }).success,
      JSON.stringify(options),
    ).toBe(false);
});

test('a run that continues a killed one repairs files that were sent in part', async () => {
  const partial = join(path, 'generations', `${builds[0]}.partial`, HOST, 'en');
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'rules.html'), '<html>Half a pa');
  await target.deploy(first);
  expect(served(RULES)).toBe(readFileSync(join(first, RULES), 'utf8'));
});

test('the reload command runs there, before the pages change', async () => {
  const recoloured = smallDist({ [HOST]: ['en'] }, { [HOST]: 'blue' });
  const reloading = deployerAt({ reload: `readlink ${path}/current >> ${path}/reloaded` });
  await reloading.deploy(first);
  await reloading.deploy(recoloured);
  expect(readFileSync(join(path, 'reloaded'), 'utf8')).toBe(`generations/${builds[0]}\n`);
  rmSync(recoloured, { recursive: true });
});

test('over a network that breaks connections the site stays whole, and runs that go on finish', async () => {
  const network = await startBreakingProxy(sshd.config);
  const over = deployerAt({ config: network.config });
  await target.deploy(first);
  for (const dist of [second, first]) {
    network.breakAfterBytes = 3000;
    for (let runs = 1, isDone = false; !isDone; runs += 1) {
      expect(runs).toBeLessThan(20);
      isDone = await over.deploy(dist).then(
        () => true,
        () => false,
      );
      // Each connection lives longer than the one before.
      network.breakAfterBytes *= 2;
      const manifest = readManifest(join(path, 'current'));
      expect(builds).toContain(manifest.build);
      for (const { root, files } of manifest.editions)
        for (const [file, { sha256 }] of Object.entries(files))
          expect(hashOf(readFileSync(join(path, 'current', root, file)))).toBe(sha256);
    }
    expect(readlinkSync(join(path, 'current'))).toBe(`generations/${readManifest(dist).build}`);
  }
  expect(network.broken).toBeGreaterThan(3);
  network.close();
});
