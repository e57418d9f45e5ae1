// `npm run build -- --watch` builds each change, survives errors and builds beside it, and gives the bytes of a clean build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { acquireProcessLock } from '../../../src/shared/files/process-lock.ts';
import { environment, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

/** Printed after each build. */
const WAITING = 'Waiting for changes';

let project: Project;
/** Receives the same changes, and is built at the end. */
let clean: Project;
let watching: ChildProcess;
let printed = '';

beforeAll(async () => {
  [project, clean] = [makeFixture(), makeFixture()];
  watching = spawn(process.execPath, ['scripts/build.mjs', '--watch'], {
    cwd: project.dir,
    env: environment(FIXTURE),
  });
  for (const stream of [watching.stdout!, watching.stderr!])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await built(/pages added/);
});
afterAll(() => {
  watching.kill('SIGKILL');
  project.remove();
  clean.remove();
});

/** Waits for output of a build, and for its end. */
async function built(output: RegExp): Promise<void> {
  const ends = new RegExp(`${output.source}[^]*?${WAITING}`, 'm');
  while (!ends.test(printed)) await once(watching.stdout!, 'data');
  printed = '';
}

/** Changes both projects, and waits for the output of a build that follows. */
async function change(edit: (dir: string) => void, output: RegExp): Promise<void> {
  edit(clean.dir);
  edit(project.dir);
  await built(output);
}

/** As editors save: by the exchange of a file. */
const save =
  (...[file, from, to]: [file: string, from: string, to: string]) =>
  (dir: string): void => {
    const path = join(dir, file);
    writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replace(from, to));
    renameSync(`${path}.new`, path);
  };

// The next test compares the bytes.
test('each change of a text, a translation, a static file and the hosts file is built', async () => {
  const rules = 'texts/documents/shared/de/rules.md';
  await change(
    save(rules, 'Number 17', 'Number seventeen'),
    /^6 editions, \d+ pages, 3 of them rendered\n3 pages changed/,
  );
  await change(replace('public/assets/i18n/de.json', '"enter": "', '"enter": "Los: '), /pages changed/);
  const notes = 'public/new/folder/notes.txt';
  await change((dir) => writeTexts(dir, { [notes]: 'all' }), /6 other files in 6 editions/);
  await change((dir) => rmSync(join(dir, 'public/new'), { recursive: true }), /6 other files in 6 editions/);
  // A folder of the same name is another folder.
  await change((dir) => writeTexts(dir, { [notes]: 'all' }), /6 other files in 6 editions/);
  await change((dir) => writeTexts(dir, { [notes]: 'changed' }), /6 other files in 6 editions/);
  await change(replace('hosts.ts', "name: 'Lone'", "name: 'Alone'"), /pages changed/);
  const post = 'texts/blog/lone/de/new.md';
  await change((dir) => writeTexts(dir, { [post]: article('New', 'Text.') }), /1 added/);
  await change((dir) => rmSync(join(dir, post)), /1 removed/);
});

test('after saves in quick succession dist/ has the last text, a removed folder leaves no page, and the bytes of all changes are those of a clean build', async () => {
  const rules = 'texts/documents/shared/de/rules.md';
  const read = (): string => readFileSync(join(project.dir, 'dist/lone.example/de/rules.html'), 'utf8');
  for (const [from, to] of [
    ['Number seventeen', 'Number one'],
    ['Number one', 'Number two'],
    ['Number two', 'Number three'],
  ] as const)
    for (const { dir } of [clean, project]) save(rules, from, to)(dir);
  while (!read().includes('Number three')) await once(watching.stdout!, 'data');
  const blog = 'texts/blog/lone';
  await change((dir) => writeTexts(dir, { [`${blog}/de/a.md`]: article('A', 'Text.') }), /1 added/);
  await change((dir) => rmSync(join(dir, blog), { recursive: true }), /1 removed/);
  await change((dir) => writeTexts(dir, { 'texts/documents/notes.txt': 'stray' }), /notes\.txt/);
  await change((dir) => rmSync(join(dir, 'texts/documents/notes.txt')), /Nothing changed/);
  await clean.run('build', FIXTURE);
  expect(differences(join(project.dir, 'dist'), join(clean.dir, 'dist'))).toEqual([]);
});

test('an error is printed, the last good build stays, and the build after its correction is right', async () => {
  const rules = 'texts/documents/shared/de/rules.md';
  const before = readFileSync(join(project.dir, 'dist/publish/manifest.json'), 'utf8');
  await change(replace(rules, 'Number 18', 'Number \u0000'), /1 problem\(s\)/);
  await change(replace('hosts.ts', "name: 'Alone'", "name: 'Alone"), /hosts\.ts/);
  expect(readFileSync(join(project.dir, 'dist/publish/manifest.json'), 'utf8')).toBe(before);
  await change(replace('hosts.ts', "name: 'Alone", "name: 'Alone'"), /1 problem\(s\)/);
  await change(replace(rules, 'Number \u0000', 'Number eighteen'), /3 pages changed/);
});

test('it builds after a build beside it, with the hosts file of now', async () => {
  const unlock = acquireProcessLock(join(project.dir, '.cache/build.lock'), () => '');
  replace('texts/documents/shared/de/rules.md', 'Number 19', 'Number nineteen')(project.dir);
  // It takes this long at least to find the lock.
  await clean.run('build', FIXTURE);
  expect(printed).not.toContain('Another build');
  unlock();
  await built(/3 pages changed/);
  const { code, output } = await project.run('build', FIXTURE);
  expect(code, output).toBe(0);
  expect(output).toContain('Nothing changed');
  // The process of the next build has imported the hosts file by now.
  replace('hosts.ts', "name: 'Alone'", "name: 'Lone'")(project.dir);
  await built(/pages changed/);
});

test('it ends at a signal without an error', async () => {
  watching.kill('SIGTERM');
  expect(await once(watching, 'exit')).toEqual([0, null]);
});
