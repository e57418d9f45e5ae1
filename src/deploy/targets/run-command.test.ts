import { getEventListeners } from 'node:events';

import { expect, test } from 'vitest';

import { runCommand } from './run-command.ts';

const hanging = ['-c', 'sleep 1000 & sleep 1000'];

test('a command that hangs is ended after its time, with all that it started', async () => {
  await expect(runCommand('sh', hanging, { name: 'The reload', timeoutMs: 200 })).rejects.toThrow(
    'The reload did not end within 0.2 s, and was ended.',
  );
});

test('a signal ends a command at once, and leaves no listener', async () => {
  const stopped = new AbortController();
  const running = runCommand('sh', hanging, { name: 'The command', signal: stopped.signal });
  stopped.abort(new Error('Stopped by SIGINT.'));
  await expect(running).rejects.toThrow('Stopped by SIGINT.');
  await expect.poll(() => getEventListeners(stopped.signal, 'abort')).toEqual([]);
  await expect(runCommand('sh', hanging, { name: 'The next', signal: stopped.signal })).rejects.toThrow('Stopped by');
});

test('output comes as a whole or by line, and an exit code with the end of the errors', async () => {
  expect(await runCommand('sh', ['-c', 'cat; echo end'], { name: 'It', input: 'in\n' })).toBe('in\nend\n');
  const lines: string[] = [];
  await runCommand('sh', ['-c', 'echo one; echo two'], { name: 'It', onLine: (line) => lines.push(line) });
  expect(lines).toEqual(['one', 'two']);
  await expect(runCommand('sh', ['-c', 'echo why >&2; exit 3'], { name: 'It' })).rejects.toThrow(
    'It failed (exit code 3): why',
  );
});
