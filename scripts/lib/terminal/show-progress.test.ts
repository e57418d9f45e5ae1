import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { showProgress } from './show-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a command that ends within 5 s prints nothing', () => {
  const lines: string[] = [];
  showProgress((line) => lines.push(line))('Rendering');
  vi.advanceTimersByTime(4999);
  expect(lines).toEqual([]);
});

test('a longer one prints each step once, and nothing before its first', () => {
  const lines: string[] = [];
  const step = showProgress((line) => lines.push(line));
  vi.advanceTimersByTime(6000);
  step('Compiling');
  vi.advanceTimersByTime(24_000);
  step('Rendering: 1 of 3 hosts');
  step('Rendering: 2 of 3 hosts');
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual(['10 s  Compiling …', '35 s  Rendering: 2 of 3 hosts …']);
});
