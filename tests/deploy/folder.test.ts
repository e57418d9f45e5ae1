import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, test } from 'vitest';

import { inspectTarget } from '../../src/deploy/inspect/inspect-target.ts';
import type { Purger, PurgeRequest } from '../../src/deploy/purger.ts';
import { folderSchema } from '../../src/deploy/targets/folder/folder-options.ts';
import { folderTarget } from '../../src/deploy/targets/folder/folder-target.ts';
import { LEASE_MS } from '../../src/deploy/targets/lease.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type DeployedFolder, deployedFolder } from '../support/deploy/deployed-folder.ts';
import { deployerOf } from '../support/deploy/deployer.ts';
import { freePort } from '../support/free-port.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'en.test';
const RULES = `${HOST}/en/rules.html`;
const SCRIPT = `${HOST}/en/_astro/island.1a2b3c.js`;
const NEW_SCRIPT = `${HOST}/en/_astro/island.9f8e7d.js`;

const first = smallDist({ [HOST]: ['en'], 'de.test': ['de'] });
const second = changeDist(first, {
  [RULES]: '<html><p>The second rules.</p></html>',
  [SCRIPT]: undefined,
  [NEW_SCRIPT]: '/* new */',
});
const third = changeDist(second, { [RULES]: '<html><p>The third rules.</p></html>' });
const [firstBuild, secondBuild] = [first, second].map((dist) => readManifest(dist).build) as [string, string];

let folder: DeployedFolder;
beforeEach(() => {
  folder = deployedFolder();
  return () => folder.remove();
});
afterAll(() => [first, second, third].forEach((dist) => rmSync(dist, { recursive: true })));

test('a deployment sends changed files only, and links the others to those of the generation before', async () => {
  await folder.deploy(first);
  const report = await folder.deploy(second);
  // The page and the script, each in three forms.
  expect(report).toMatchObject({
    build: secondBuild,
    previous: firstBuild,
    files: { sent: 6 },
    pages: { changed: 1, total: 16 },
  });
  expect(folder.served(RULES)).toContain('The second rules.');
  const file = 'de.test/de/index.html';
  const inodes = [firstBuild, secondBuild].map((build) => statSync(join(folder.path, 'generations', build, file)).ino);
  expect(inodes[0]).toBe(inodes[1]);
});

test('an error at the end hides no error of the deployment', async () => {
  const target = folderTarget(folderSchema.parse({ type: 'folder', path: folder.path }));
  const broken = deployerOf({
    ...target,
    async open(signal) {
      const session = await target.open(signal);
      return {
        ...session,
        upload() {
          throw new Error('The connection is lost.');
        },
        async close() {
          await session.close();
          throw new Error('The lease cannot be given back.');
        },
      };
    },
  });
  await expect(broken.deploy(first)).rejects.toThrow('The connection is lost.\nVisitors have what they had before.');
});

test('a deployment of the served build touches nothing', async () => {
  await folder.deploy(first);
  const before = statSync(join(folder.path, 'generations', firstBuild)).mtimeMs;
  expect(await folder.deploy(first)).toMatchObject({ isUpToDate: true });
  expect(statSync(join(folder.path, 'generations', firstBuild)).mtimeMs).toBe(before);
  expect(folder.said).toEqual([]);
});

test.each([
  ['a path that leads out of the folder', '../../outside.html'],
  ['an absolute path', '/etc/passwd'],
  ['a backslash', 'a\\b.html'],
  ['a control character', 'a\nb.html'],
])('a manifest with %s is refused', async (_, path) => {
  const evil = changeDist(first, {});
  const manifest = readManifest(evil);
  manifest.editions[0]!.files[path] = manifest.editions[0]!.files['index.html']!;
  writeFileSync(join(evil, 'publish/manifest.json'), JSON.stringify(manifest));
  await expect(folder.deploy(evil)).rejects.toThrow('is no path inside an edition');
});

test.each(['', 'generations', 'current-as-folder'])('a target whose folder "%s" is a link is refused', async (name) => {
  const elsewhere = deployedFolder();
  if (name === 'current-as-folder') mkdirSync(join(folder.path, 'current'));
  else {
    const path = join(folder.path, name);
    rmSync(path, { recursive: true, force: true });
    symlinkSync(elsewhere.path, path);
  }
  await expect(folder.deploy(first)).rejects.toThrow(name === 'current-as-folder' ? 'is no link' : 'is a link');
  expect(readdirSync(elsewhere.path)).toEqual([]);
  elsewhere.remove();
  if (name === '') {
    rmSync(folder.path);
    mkdirSync(folder.path);
  }
});

test('a machine with other tools than those of GNU is refused, and they are named', async () => {
  const tools = deployedFolder();
  const path = process.env.PATH;
  writeFileSync(join(tools.path, 'stat'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env.PATH = `${tools.path}:${path}`;
  try {
    await expect(folder.deploy(first)).rejects.toThrow('A folder needs the tools of GNU');
  } finally {
    process.env.PATH = path;
    tools.remove();
  }
});

test('a second deployment is refused while the first holds the lease', async () => {
  const lease = join(folder.path, 'lease.json');
  const until = new Date(Date.now() + LEASE_MS).toISOString();
  const held = { id: 'x', holder: 'ann on elsewhere', process: '1', machine: 'elsewhere', until };
  writeFileSync(lease, JSON.stringify(held));
  await expect(folder.deploy(first)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('ann on elsewhere'),
  });
  writeFileSync(lease, JSON.stringify({ ...held, until: new Date(0).toISOString() }));
  expect(await folder.deploy(first)).toMatchObject({ build: firstBuild });
});

test('a deployment that finishes another has the server read its configuration, whatever it had', async () => {
  const log = join(folder.path, 'reloads');
  const reloading = deployedFolder({ reload: `echo >> ${log}` });
  await reloading.deploy(first);
  await reloading.deploy(second);
  expect(existsSync(log)).toBe(false);
  writeFileSync(join(reloading.path, 'journal'), JSON.stringify({ from: firstBuild, id: 'x' }));
  await reloading.deploy(second, { to: firstBuild });
  expect(readFileSync(log, 'utf8')).toBe('\n');
  reloading.remove();
});

test('the first deployment says that nothing serves yet, and asks once', async () => {
  const verify = { address: `http://127.0.0.1:${await freePort()}`, maxUrls: 500 };
  expect(await folder.deploy(first, { verify })).toMatchObject({ verified: 0 });
  expect(folder.said.at(-1)).toMatch(/^Nothing answers https:\/\/.* yet\. Start the server, and compare everything:/);
});

test('a repair purges the URLs that it mends, and everything at the next deployment where the purge fails', async () => {
  const target = folderTarget(folderSchema.parse({ type: 'folder', path: folder.path }));
  const purged: PurgeRequest[] = [];
  let isBroken = false;
  const purger: Purger = {
    keepsVary: true,
    describe: () => ({ note: 'Purge:', calls: 1, seconds: 0 }),
    async purge(request) {
      if (isBroken) throw new Error('The cache does not answer.');
      purged.push(request);
    },
  };
  const { signal } = new AbortController();
  const repair = () =>
    inspectTarget(
      { name: 'test', target, purgers: [purger], verify: false, dist: first, signal, isRepair: true },
      { say() {}, step() {}, sent() {} },
    );
  const deface = (): void => {
    rmSync(join(folder.path, 'current', RULES));
    writeFileSync(join(folder.path, 'current', RULES), '<html>Defaced</html>');
  };
  await folder.deploy(first);
  await repair();
  deface();
  await repair();
  expect(purged).toEqual([{ urls: [`https://${HOST}/rules`], editions: [], isEverything: false }]);
  deface();
  isBroken = true;
  await expect(repair()).rejects.toThrow('The cache does not answer.');
  expect(folder.served(RULES)).not.toContain('Defaced');
  isBroken = false;
  await expect(repair()).rejects.toThrow('The last deployment did not end.');
  await folder.deploy(first, { purgers: [purger] });
  expect(purged.at(-1)).toMatchObject({ isEverything: true });
});

test('a generation of an earlier release, which has no sums of its configuration, is up to date', async () => {
  await folder.deploy(first);
  rmSync(join(folder.path, 'publish/SHA256SUMS'));
  expect(await folder.deploy(first)).toMatchObject({ isUpToDate: true });
});

test('a target that serves the build already is looked at, and a page that was changed there is named', async () => {
  await folder.deploy(first);
  writeFileSync(join(folder.path, 'current', RULES), '<html>Defaced</html>');
  await expect(folder.deploy(first)).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining(RULES) });
  // The next build replaces it.
  await folder.deploy(third);
  expect(folder.served(RULES)).toContain('The third rules.');
  // Going back needs the page as it was, which the first build has.
  const damaged = folder.deploy(third, { to: firstBuild });
  await expect(damaged).rejects.toThrow(`Generation ${firstBuild} is damaged.`);
  await folder.deploy(first, { to: firstBuild });
  expect(folder.served(RULES)).toBe(readFileSync(join(first, RULES), 'utf8'));
});

test('the configuration is switched and reloaded before the pages', async () => {
  const log = join(folder.path, 'reloaded');
  // The command runs in the folder of the project.
  const reloading = deployedFolder({ reload: `readlink "$DEPLOYED/current" >> ${log}` });
  process.env.DEPLOYED = reloading.path;
  const recoloured = smallDist({ [HOST]: ['en'], 'de.test': ['de'] }, { [HOST]: 'blue' });
  await reloading.deploy(first);
  await reloading.deploy(recoloured);
  // At the time of the reload, visitors had the first generation.
  expect(readFileSync(log, 'utf8')).toBe(`generations/${firstBuild}\n`);
  reloading.remove();
});

test('a deployment whose lease another has taken while the server reloaded does not switch visitors', async () => {
  const other = { id: 'b', holder: 'ann', process: '1', machine: 'x', until: new Date(0).toISOString() };
  const slow = deployedFolder({ reload: `echo '${JSON.stringify(other)}' > "$DEPLOYED/lease.json"` });
  process.env.DEPLOYED = slow.path;
  const recoloured = smallDist({ [HOST]: ['en'], 'de.test': ['de'] }, { [HOST]: 'blue' });
  await slow.deploy(first);
  await expect(slow.deploy(recoloured)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('Another deployment has taken the lease'),
  });
  expect(slow.served(RULES)).toBe(readFileSync(join(first, RULES), 'utf8'));
  // That of the other deployment stays.
  expect(readFileSync(join(slow.path, 'lease.json'), 'utf8')).toContain('"b"');
  slow.remove();
  rmSync(recoloured, { recursive: true });
});
