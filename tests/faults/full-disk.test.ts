import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { writeWorkload } from '../../scripts/bench/build/workload.ts';
import { readAuthSecret } from '../../src/service/config/auth-secret.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { copyProject } from '../support/runnable-project-copy.ts';
import { differences } from '../support/site/differences.ts';

/** Enough hosts that every core builds some: all workers have to stop. */
const HOSTS = 32;

const ENVIRONMENT = { HOSTS_CONFIG: 'work/hosts.mjs', CONTENT_DIR: 'work/content' };

test('a full disk stops the build and leaves the last good dist/; the build after it is right', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', disk]);
  expect(mounted.status, `A small disk could not be mounted: ${mounted.stderr}`).toBe(0);
  const project = copyProject(disk);
  const good = mkdtempSync(join(tmpdir(), 'good-'));
  const build = (...args: string[]): ReturnType<typeof project.run> =>
    project.run('build', ENVIRONMENT, ['--no-compression', ...args]);
  try {
    writeWorkload(join(project.dir, 'work'), { hosts: HOSTS, articles: 'own' });
    expect((await build()).code).toBe(0);
    cpSync(join(project.dir, 'dist'), join(good, 'dist'), { recursive: true });

    const hosts = join(project.dir, 'work/hosts.mjs');
    writeFileSync(hosts, readFileSync(hosts, 'utf8').replaceAll('"Chat ', '"Talk '));
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=64k']);
    for (const room of ['4M', '0']) {
      spawnSync('truncate', [`--size=-${room}`, `${disk}/filler`]);
      const { code, output } = await build();
      expect([room, code, output]).toEqual([
        room,
        1,
        // A build that takes longer than 5 s reports its progress first.
        expect.stringMatching(
          /^(?:\d+ s {2}.*\n)*The disk is full\. The last build stays; make room and build again\.\n$/,
        ),
      ]);
      expect(differences(join(project.dir, 'dist'), join(good, 'dist'))).toEqual([]);
      spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=64k', 'oflag=append', 'conv=notrunc']);
    }

    rmSync(join(disk, 'filler'));
    const { code, output } = await build();
    expect([code, output]).toEqual([0, expect.stringContaining('pages changed')]);
    cpSync(join(project.dir, 'dist'), join(good, 'next'), { recursive: true });
    expect((await build('--force')).output).toContain('Nothing changed');
    expect(differences(join(project.dir, 'dist'), join(good, 'next'))).toEqual([]);
  } finally {
    spawnSync('umount', [disk]);
    for (const folder of [disk, good]) rmSync(folder, { recursive: true });
  }
}, 300_000);

test('a disk that is full at the first start leaves no empty secret file', () => {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  expect(mounted.status, `A small disk could not be mounted: ${mounted.stderr}`).toBe(0);
  try {
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/filler`, 'bs=4k']);
    const env = readEnv({ DATA_DIR: disk });
    expect(() => readAuthSecret(env)).toThrow(/secret cannot be made: ENOSPC\. Make room/);
    expect(readdirSync(disk)).toEqual(['filler']);
    rmSync(join(disk, 'filler'));
    expect(readAuthSecret(env)).toHaveLength(44);
  } finally {
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});
