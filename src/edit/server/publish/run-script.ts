import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Runs a command of the project in a process of its own.
 * @param env its variables
 * @param args script with its arguments
 * @param onLine receives each line of its output
 * @param signal stops the command as Ctrl+C does
 * @returns whether it succeeded
 */
export async function runScript(
  env: NodeJS.ProcessEnv,
  args: string[],
  onLine: (line: string, output: 'stdout' | 'stderr') => void,
  signal: AbortSignal,
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  for (const output of ['stdout', 'stderr'] as const)
    createInterface({ input: child[output] }).on('line', (line) => onLine(line, output));
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  return code === 0;
}
