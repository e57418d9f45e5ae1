import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { BusyError } from '../../shared/fair-queue.ts';
import { createLowPriorityWorkers } from './low-priority-workers.ts';

interface Tasks {
  hang: (input: string) => never;
  echo: (input: string) => string;
  priority: (input: string) => number;
}

const MODULE = `
  import { getPriority } from 'node:os';
  export const hang = () => { for (;;); };
  export const echo = (input) => input;
  export const priority = () => getPriority();
`;

function pool(maxQueue: number) {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tasks.mjs'), MODULE);
  return createLowPriorityWorkers<Tasks>(pathToFileURL(join(folder, 'tasks.mjs')), { threads: 1, maxQueue });
}

test('aborts a task at its deadline and runs the next tasks', async () => {
  const run = pool(10);
  await expect(run('hang', '', AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'AbortError' });
  expect(await run('echo', 'next')).toBe('next');
});

test('rejects tasks while the queue is full', async () => {
  const run = pool(2);
  const ended = new AbortController();
  const hanging = run('hang', '', ended.signal);
  const waiting = [run('echo', 'one'), run('echo', 'two')];
  await expect(run('echo', 'three')).rejects.toBeInstanceOf(BusyError);
  ended.abort();
  await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
  expect(await Promise.all(waiting)).toEqual(['one', 'two']);
});

test('runs tasks at a lower priority than the event loop', async () => {
  expect(await pool(1)('priority', '')).toBeGreaterThan(0);
});
