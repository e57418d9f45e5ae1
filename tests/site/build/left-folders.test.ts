// A build has the bytes of a clean build whichever folders of earlier builds are left, also in a copy of the project.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { environment, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { FIXTURE, keepFewPages, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

/** The folders that builds leave for the next one. */
const LEFT = ['.build', '.cache', 'dist', 'dist.next'];

let project: Project;
/** State of a rule. */
let state = 0;
const made = mkdtempSync(join(tmpdir(), 'left-'));
/** `dist/` of a clean build, by state of the rule. */
const clean = [0, 1].map((number) => join(made, `clean-${number}`));
const earlier = join(made, 'earlier');
const copy = join(made, 'copy');

const at = (path: string): string => join(project.dir, path);

/** Brings the rule to its other state, so that there is a page to render, and builds. */
async function build(dir = project.dir): Promise<void> {
  state = 1 - state;
  replace('texts/documents/shared/en/rules.md', /Number (?:9|nine)/, ['Number 9', 'Number nine'][state]!)(dir);
  const env = environment({ ...project.env, ...FIXTURE });
  const { code, output } = await runAndCapture(process.execPath, ['scripts/build.mjs', '--no-compression'], dir, env);
  expect(code, output).toBe(0);
}

/** Builds, and expects the bytes of a clean build. */
async function buildRight(dir = project.dir): Promise<void> {
  await build(dir);
  expect(differences(join(dir, 'dist'), clean[state]!)).toEqual([]);
}

/** Builds until each folder is there: the first build leaves no `dist.next/`. */
async function leaveAll(): Promise<void> {
  while (!LEFT.every((folder) => existsSync(at(folder)))) await build();
}

const remove = (folders: string[]): void =>
  folders.forEach((folder) => rmSync(at(folder), { recursive: true, force: true }));

const copyAll = (from: string, to: string): void => cpSync(from, to, { recursive: true, preserveTimestamps: true });

beforeAll(async () => {
  project = makeFixture();
  keepFewPages(project.dir);
  writeTexts(at('texts/blog/shared/de'), { 'earlier.md': article('Damals', 'Text.') });
  await leaveAll();
  for (const folder of LEFT) copyAll(at(folder), join(earlier, folder));
  rmSync(at('texts/blog/shared/de/earlier.md'));
  for (const _ of clean) {
    remove(['.cache', 'dist', 'dist.next']);
    await build();
    copyAll(at('dist'), clean[state]!);
  }
});
afterAll(() => {
  project.remove();
  rmSync(made, { recursive: true });
});

describe('a build has the bytes of a clean build', () => {
  // Damaged compiled pages, with dist/ alone beside them: damaged-builds.test.ts.
  test.each([
    [['.cache']],
    [['dist']],
    [['dist.next']],
    [['.cache', 'dist', 'dist.next']],
    [['dist', 'dist.next']],
    [['.cache', 'dist']],
  ])('without %j', async (folders) => {
    await leaveAll();
    remove(folders);
    await buildRight();
  });

  // Compiled pages depend on no text.
  test.each([[['.cache']], [['dist']], [['dist.next']], [LEFT]])('with %j of earlier texts', async (folders) => {
    await leaveAll();
    remove(folders);
    for (const folder of folders) copyAll(join(earlier, folder), at(folder));
    await buildRight();
  });

  test('in a copy of the project', async () => {
    await leaveAll();
    copyAll(project.dir, copy);
    await buildRight(copy);
  });
});
