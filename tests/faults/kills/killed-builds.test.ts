import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { environment, type Project } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';

const KILLS = 20;

/** In each round of this number the source code changes as well, so that compilations are killed. */
const COMPILE_EVERY = 5;

let project: Project;
/** `dist/` of a clean build for each state of the site. */
const good: string[] = [];

beforeAll(async () => {
  project = makeFixture();
  for (const state of [0, 1]) {
    const clean = makeFixture();
    bringTo(clean.dir, state);
    await clean.run('build', FIXTURE);
    good.push(mkdtempSync(join(tmpdir(), 'good-')));
    cpSync(join(clean.dir, 'dist'), good[state]!, { recursive: true });
    clean.remove();
  }
  bringTo(project.dir, 0);
  await project.run('build', FIXTURE);
});
afterAll(() => {
  project.remove();
  for (const folder of good) rmSync(folder, { recursive: true });
});

/** Sets the texts and translations to a state; a change between the two states renders most pages. */
function bringTo(dir: string, state: number): void {
  replace('public/assets/i18n/de.json', /"skip": ".*?"/, `"skip": "Zum Inhalt ${state}"`)(dir);
  replace('texts/documents/shared/es/rules.md', /Number 9[^{]*/, `Number 9, ${state}. `)(dir);
}

const isState = (state: number): boolean => differences(join(project.dir, 'dist'), good[state]!).length === 0;

/** Starts a build, and kills it and its child processes after a time. */
function killAfter(ms: number): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.mjs'], {
    cwd: project.dir,
    env: environment(FIXTURE),
    stdio: 'ignore',
    detached: true,
  });
  setTimeout(() => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
  }, ms);
  return new Promise((done) => child.once('exit', () => done()));
}

async function durationOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

test(`${KILLS} builds killed at any moment leave the last good dist/ each time, and the next build is right`, async () => {
  let state = 0;
  let [fullMs, quickMs] = [4000, 1500];
  for (let round = 0; round < KILLS / 2; round += 1) {
    const next = 1 - state;
    bringTo(project.dir, next);
    const compiles = round % COMPILE_EVERY === 0;
    if (compiles) writeFileSync(join(project.dir, 'src/killed.css'), `/* ${round} */`);
    // The second build finds files of the first. The moments of all kills together cover a whole build.
    for (const moment of [2 * round, KILLS - 1 - 2 * round]) {
      const within = ((moment + Math.random()) / KILLS) * (compiles ? fullMs : quickMs);
      await killAfter(within);
      // The build may have ended before the kill.
      expect(isState(state) || isState(next), `round ${round}, killed after ${within} ms`).toBe(true);
    }
    const took = await durationOf(async () => {
      const { code, output } = await project.run('build', FIXTURE);
      expect(code, `round ${round}: ${output}`).toBe(0);
    });
    if (compiles) fullMs = Math.max(took, 500);
    else quickMs = Math.max(took, 200);
    expect(isState(next), `round ${round}`).toBe(true);
    expect(['dist.old', '.cache/build.lock'].filter((name) => existsSync(join(project.dir, name)))).toEqual([]);
    state = next;
  }
}, 600_000);

test('of two builds at once a single build runs, and the other build reports it', async () => {
  writeFileSync(join(project.dir, 'src/killed.css'), '/* two at once */');
  const runs = await Promise.all([project.run('build', FIXTURE), project.run('build', FIXTURE)]);
  expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const refused = runs.find(({ code }) => code === 1)!;
  expect(refused.output).toMatch(/^Another build is running here \(process \d+\)\. Wait until it has ended\.\n$/);
});
