// What somebody changes at a target is found by `--verify all`, and mended by `--repair`: a hundred changes of every kind on each type of target.
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CopyObjectCommand, DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { type InspectReport, inspectTarget } from '../../src/deploy/inspect/inspect-target.ts';
import { Credentials } from '../../src/deploy/requests/credentials.ts';
import type { Target } from '../../src/deploy/target.ts';
import { createTarget, targetSchema } from '../../src/deploy/targets/registry.ts';
import { buildId, readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { cloudFrontSite } from '../support/deploy/cloudfront/cloudfront-site.ts';
import { deployerOf } from '../support/deploy/deployer.ts';
import { startS3Server } from '../support/deploy/s3/s3-server.ts';
import { startSshd } from '../support/deploy/start-sshd.ts';
import { testWith } from '../support/programs.ts';
import { publish } from '../support/site/dist-copies.ts';
import { smallDist } from '../support/site/small-dist.ts';

/** Another seed draws other changes: `SEED=7 npx vitest run tests/deploy/drift.test.ts`. */
const SEED = Number(process.env.SEED ?? 16);

const CHANGES = 100;

const first = smallDist({ 'en.test': ['en', 'de'], 'fr.test': ['fr'] });
const second = changeDist(first, {
  'en.test/en/rules.html': '<html><p>The second rules.</p></html>',
  'fr.test/fr/_astro/island.1a2b3c.js': undefined,
});
afterAll(() => [first, second].forEach((dist) => rmSync(dist, { recursive: true })));

interface DriftingTarget {
  target: Target;
  /** Makes a change. @returns its place; undefined for one that nobody can notice */
  inject: (kind: string, random: number) => Promise<string | undefined>;
  kinds: readonly string[];
  /** Generations that stay in the target. */
  keep: number;
  /** Changes that are made before the target is looked at. */
  round: number;
}

const IN_FOLDER = [
  'changed',
  'changed with its time kept',
  'truncated',
  'deleted',
  'folder deleted',
  'added',
  'time',
  'rights',
  'rights of a folder',
] as const;

/** Changes files of the generation that visitors get. */
function inFolder(path: string, round: number): Omit<DriftingTarget, 'target'> {
  const current = join(path, 'current');
  const below = (isFolder: boolean): string[] =>
    globSync('**', { cwd: current })
      .filter((name) => name !== '.' && statSync(join(current, name)).isDirectory() === isFolder)
      .toSorted();
  const inject = async (kind: string, random: number): Promise<string> => {
    const names = below(kind.includes('folder'));
    const name = names[random % names.length];
    // All folders are deleted already.
    if (name === undefined) return '';
    const file = join(current, name);
    const { mtime } = statSync(file);
    if (kind.startsWith('changed')) {
      const content = readFileSync(file);
      content[random % content.length]! ^= 1;
      // Other generations share the file: a program that writes into it changes all.
      writeFileSync(file, content);
      if (kind.endsWith('kept')) utimesSync(file, mtime, mtime);
    } else if (kind === 'truncated') truncateSync(file, statSync(file).size >> 1);
    else if (kind.endsWith('deleted')) rmSync(file, { recursive: true });
    else if (kind === 'time') utimesSync(file, random % 1e9, random % 1e9);
    else if (kind.startsWith('rights')) chmodSync(file, kind.endsWith('folder') ? 0o700 : 0o600);
    else {
      cpSync(file, `${file}.added`);
      return `${name}.added`;
    }
    // The time of these files does not count.
    return kind === 'time' && name.startsWith('publish/') ? '' : name;
  };
  return {
    inject: async (kind, random) => (await inject(kind, random)) || undefined,
    kinds: IN_FOLDER,
    keep: 2,
    round,
  };
}

const credentials = new Credentials(process.env);

const starters = {
  folder: async (): Promise<DriftingTarget & { path: string }> => {
    const path = temporary();
    return {
      path,
      target: createTarget(targetSchema.parse({ type: 'folder', path }), credentials),
      ...inFolder(path, 5),
    };
  },
  sshd: async (): Promise<DriftingTarget & { path: string }> => {
    const sshd = await startSshd();
    onTestFinished(() => sshd.stop());
    const path = temporary();
    const options = { type: 'ssh', host: 'target', path, config: sshd.config };
    return { path, target: createTarget(targetSchema.parse(options), credentials), ...inFolder(path, 25) };
  },
  s3: async (): Promise<DriftingTarget> => {
    const server = await startS3Server();
    const site = await cloudFrontSite(server);
    onTestFinished(async () => {
      await site.stop();
      await server.stop();
    });
    const { client, store } = site;
    const { bucket } = site.options;
    const inject = async (kind: string, random: number): Promise<string> => {
      if (kind === 'value') {
        const keys = [...store.values.keys()].filter((key) => key !== 'served').toSorted();
        const key = keys[random % keys.length]!;
        if (random % 2) store.values.set(key, '0 other');
        else store.values.delete(key);
        return key;
      }
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'files/' }));
      const { Key = '', Size = 0 } = Contents[random % Contents.length]!;
      const CopySource = `${bucket}/${Key}`;
      if (kind === 'deleted') await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      else if (kind === 'added') {
        const added = `files/${String(random).padStart(16, 'A').slice(-16)}`;
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: added, CopySource }));
        return added;
      } else if (kind === 'type')
        await client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key,
            CopySource,
            MetadataDirective: 'REPLACE',
            ContentType: 'text/plain',
          }),
        );
      else
        await client.send(
          new PutObjectCommand({ Bucket: bucket, Key, Body: 'x'.repeat(kind === 'truncated' ? Size >> 1 : Size) }),
        );
      return Key;
    };
    return {
      target: createTarget(targetSchema.parse(site.options), credentials),
      inject,
      kinds: ['changed', 'truncated', 'deleted', 'added', 'type', 'value'],
      // Changes hit files that visitors get.
      keep: 1,
      round: 25,
    };
  },
};

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'drift-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const lookAt = (target: Target, dist: string, isRepair: boolean): Promise<InspectReport> =>
  inspectTarget(
    { name: 'test', target, purgers: [], verify: false, dist, signal: new AbortController().signal, isRepair },
    { say() {}, step() {}, sent() {} },
  );

describe.each(['folder', 'sshd'] as const)('%s', (name) => {
  const testHere = name === 'folder' ? test : testWith(name);

  testHere('bytes that nobody has stay named, and a lost script of open pages stops no deployment', async () => {
    const { target, path } = await starters[name]();
    const deployer = deployerOf(target);
    await deployer.deploy(first);
    await deployer.deploy(second);
    const page = join(path, 'current/en.test/en/rules.html');
    writeFileSync(page, 'x'.repeat(statSync(page).size));
    chmodSync(page, 0o600);
    await expect(lookAt(target, first, true)).rejects.toThrow('en.test/en/rules.html has other content');
    await expect(deployer.deploy(second)).rejects.toThrow('en.test/en/rules.html has another time');
    expect(await lookAt(target, second, true)).toMatchObject({ mended: [{ path: 'en.test/en/rules.html' }] });

    for (const file of globSync('generations/*/fr.test/fr/_astro/island.*', { cwd: path })) rmSync(join(path, file));
    const third = changeDist(second, { 'en.test/en/rules.html': '<html><p>The third rules.</p></html>' });
    await deployer.deploy(third);
    expect(await lookAt(target, third, false)).toMatchObject({ mended: [] });

    // Nothing is sent.
    const manifest = readManifest(third);
    const editions = manifest.editions.filter(({ host }) => host !== 'fr.test');
    publish(third, { ...manifest, editions, build: buildId(manifest.version, editions) });
    await deployer.deploy(third);
    expect(await lookAt(target, third, false)).toMatchObject({ mended: [] });
    rmSync(third, { recursive: true });
  });
});

describe.each(Object.entries(starters))('%s', (name, start) => {
  const testHere = name === 'folder' ? test : testWith(name as 'sshd' | 's3');

  testHere('every change is found and mended', async () => {
    const { target, inject, kinds, keep, round: atOnce } = await start();
    const deployer = deployerOf(target);
    await deployer.deploy(first);
    await deployer.deploy(second, { keep });
    const look = (isRepair: boolean): Promise<InspectReport> => lookAt(target, second, isRepair);
    await look(false);
    const draws = fc.sample(fc.tuple(fc.constantFrom(...kinds), fc.nat()), { seed: SEED, numRuns: CHANGES });
    for (let from = 0; from < CHANGES; from += atOnce) {
      const round = draws.slice(from, from + atOnce);
      const changed: string[] = [];
      for (const [kind, random] of round) changed.push((await inject(kind, random)) ?? '');
      const found = await look(false).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
      if (changed.some(Boolean)) expect(found, JSON.stringify(round)).toContain('are not as they were deployed');
      await look(true);
      expect(await look(false), JSON.stringify(round)).toMatchObject({ mended: [] });
    }
    // The other generation, which shares files with this one, is mended before visitors get it.
    if (keep > 1) await deployer.deploy(first, { to: readManifest(first).build });
    await look(false);
  });
});
