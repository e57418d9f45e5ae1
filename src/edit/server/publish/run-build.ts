import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Runs `npm run build` in a process of its own.
 * @param onLine receives each line of its output
 * @param signal ends the build; `dist/` stays as it was
 * @returns whether it succeeded
 */
export async function runBuild(onLine: (line: string) => void, signal: AbortSignal): Promise<boolean> {
  const child = spawn(process.execPath, ['scripts/build.mjs'], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', onLine);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  return code === 0;
}
