import { expect, test } from 'vitest';

import { runAndCapture } from '../run-and-capture.ts';

test.each([
  ['null', 'Error: Thrown: null'],
  ["{ reason: 'odd' }", "Error: Thrown: { reason: 'odd' }"],
  ["new DOMException('No room.', 'QuotaExceededError')", 'No room.'],
  ["Object.assign(new Error('Odd.'), { code: 7 })", 'Error: Odd.'],
])('an error without a known kind is printed with its stack: %s', async (error, words) => {
  const script = `await import('./scripts/lib/terminal/report-user-errors.ts'); throw ${error};`;
  const args = ['--input-type=module', '--eval', script];
  const { code, output } = await runAndCapture(process.execPath, args, '.', process.env);
  expect(code).toBe(1);
  expect(output).toContain(words);
  expect(output).not.toContain('is not a function');
  expect(output).toMatch(/^ +at /m);
});
