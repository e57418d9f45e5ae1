import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { environment, type Project } from '../../support/runnable-project-copy.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { folderContents } from '../../support/site/folder-contents.ts';

const KILLS = 12;
const FOLDERS = ['dist.shards/1-of-2', 'dist.shards/2-of-2'];

let project: Project;
const at = (path: string): string => join(project.dir, path);
const bytes = (): Map<string, string> => folderContents(at('dist'));

/** A second merge has nothing to tell. */
const withoutChanges = (files: Map<string, string>): [string, string][] =>
  [...files].filter(([file]) => file !== 'publish/changes.json');

async function run(script: string, args: string[]): Promise<void> {
  const { code, output } = await project.run(script, FIXTURE, args);
  expect(code, output).toBe(0);
}

async function buildShards(): Promise<void> {
  for (const shard of ['1/2', '2/2']) await run('build', ['--shard', shard]);
}

beforeAll(async () => {
  project = makeFixture();
  await buildShards();
  await run('merge', FOLDERS);
  cpSync(at('dist'), at('first'), { recursive: true });
  replace('texts/documents/shared/de/rules.md', 'Number 9', 'Number nine')(project.dir);
  await buildShards();
});
afterAll(() => project.remove());

/** Merges in a process that is killed after a part of the time of a merge. @returns milliseconds until its end */
async function merge(killAfterMs: number): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['scripts/merge.ts', ...FOLDERS], {
    cwd: project.dir,
    env: environment({ ...project.env, ...FIXTURE }),
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), killAfterMs);
  await new Promise((done) => child.once('exit', done));
  clearTimeout(timer);
  return performance.now() - start;
}

test('a merge that is killed at any moment leaves the last dist/ or the new one, and the next merge is right', async () => {
  const before = bytes();
  const ms = await merge(60_000);
  const after = bytes();
  expect(after).not.toEqual(before);
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const folder of ['dist', 'dist.next']) rmSync(at(folder), { recursive: true, force: true });
    cpSync(at('first'), at('dist'), { recursive: true });
    await merge((ms * (kill + 1)) / (KILLS + 1));
    // A kill between two renames leaves the last build beside its place, where the next merge finds it.
    const left = existsSync(at('dist')) ? bytes() : folderContents(at('dist.old'));
    expect([before, after]).toContainEqual(left);
    await run('merge', FOLDERS);
    expect(withoutChanges(bytes())).toEqual(withoutChanges(after));
  }
});
