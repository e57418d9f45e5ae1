// Wrong inputs of operators and editors: each is refused with its file, line and cause, in few lines and without a stack.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Run } from '../../../scripts/lib/run-and-capture.ts';
import { warnings, type WrongInput, wrongInputs, wrongRuns } from '../../fixture/wrong-inputs.ts';
import { environment } from '../../support/runnable-project-copy.ts';
import { FIXTURE, makeFixture } from '../../support/site/fixture-project.ts';

/** Files that inputs change. */
const PARTS = ['hosts.ts', 'public', 'src/themes', 'texts'];
const MAX_LINES = 10;

const project = makeFixture();
const kept = mkdtempSync(join(tmpdir(), 'kept-'));
const runner = fork(resolve('tests/support/site/programs/repeated-content-check.ts'), {
  cwd: project.dir,
  env: environment(FIXTURE),
});

/** Checks the texts in a process that has loaded the program. */
async function check(args: string[] = []): Promise<Run> {
  runner.send(args);
  const [run] = (await once(runner, 'message', { signal: AbortSignal.timeout(60_000) })) as [Run];
  return run;
}

function copyParts(from: string, to: string): void {
  for (const part of PARTS) {
    rmSync(join(to, part), { recursive: true, force: true });
    cpSync(join(from, part), join(to, part), { recursive: true });
  }
}

beforeAll(async () => {
  await check(['--accept', 'all']);
  copyParts(project.dir, kept);
  expect(await check()).toEqual({ code: 0, output: expect.stringMatching(/^.*: no problems\.\n$/) });
});
afterEach(() => copyParts(kept, project.dir));
afterAll(() => {
  runner.disconnect();
  project.remove();
  rmSync(kept, { recursive: true });
});

const linesOf = (output: string): string[] => output.trimEnd().split('\n');

/** A list of problems begins behind its title. */
function firstProblem(output: string): string {
  const [title = '', first = ''] = linesOf(output);
  return /^\d+ problem\(s\):$|has \d+ mistake\(s\):$|with these settings:$/.test(title) ? first.trim() : title;
}

function expectRefusal({ code, output }: Run, { problem }: WrongInput): void {
  expect(firstProblem(output)).toMatch(problem);
  expect(code).toBe(1);
  expectShort(output);
}

function expectShort(output: string): void {
  expect(output).not.toMatch(/^\s+at |node:internal/m);
  expect(linesOf(output).length).toBeLessThanOrEqual(MAX_LINES);
}

test('each input stands in the list once', () => {
  const names = [...wrongInputs, ...warnings, ...wrongRuns].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(300);
  expect(new Set(names).size).toBe(names.length);
});

test.each(wrongInputs)('$name', async (input) => {
  input.change?.(project.dir);
  expectRefusal(await check(), input);
});

test.each(warnings)('$name is listed', async ({ change, problem }) => {
  change?.(project.dir);
  const { code, output } = await check();
  expect(linesOf(output)).toContainEqual(expect.stringMatching(problem));
  expect(code).toBe(0);
  expectShort(output);
});

test.each(wrongRuns)('$name', async ({ script = 'content-check', args, env, ...input }) => {
  input.change?.(project.dir);
  expectRefusal(await project.run(script, { ...FIXTURE, ...env }, args), input);
});
