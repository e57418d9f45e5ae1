import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { UserError } from '../../shared/user-error.ts';

/** End of the output in an error. */
const MAX_OUTPUT = 2000;

export interface CommandOptions {
  /** For messages. */
  name: string;
  /** Written to its standard input. */
  input?: string;
  /** Receives each line of its standard output. */
  onLine?: (line: string) => void;
  /** Ends the program. */
  signal?: AbortSignal;
  /** Ends the program, and fails. */
  timeoutMs?: number;
}

/** Time that a server has to read its configuration again. */
export const RELOAD_MS = 60_000;

/** Time that a program has to end after SIGTERM. */
const GRACE_MS = 5000;

/** Ends the programs of a group, but for those of another user, such as of `sudo`, and those that have ended. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * Runs a program, in a group of processes of its own.
 * @returns its standard output; empty with `onLine`
 * @throws UserError with the end of its standard error where its exit code is not 0, or where it takes too long; the reason of an aborted signal
 */
export function runCommand(program: string, args: string[], options: CommandOptions): Promise<string> {
  const { name, input, onLine, signal, timeoutMs } = options;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: 'pipe', detached: true });
    const output: Buffer[] = [];
    let errors = '';
    const end = (reason: Error): void => {
      fail(reason);
      // The programs that it has started keep its output open.
      killGroup(child.pid, 'SIGTERM');
      setTimeout(() => {
        killGroup(child.pid, 'SIGKILL');
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
      }, GRACE_MS).unref();
    };
    const stop = (): void => end(signal!.reason as Error);
    const timer =
      timeoutMs &&
      setTimeout(
        () => end(new UserError(`${name} did not end within ${timeoutMs / 1000} s, and was ended.`)),
        timeoutMs,
      );
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    if (onLine) createInterface(child.stdout).on('line', onLine);
    else child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-MAX_OUTPUT)));
    child.once('error', (error) =>
      fail(new UserError(`${name} cannot run: ${program} is missing or may not be run. Install it.`, { cause: error })),
    );
    // A program that ends early closes its input; its exit code says why.
    child.stdin.on('error', () => {}).end(input);
    child.once('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (code === 0) return done(Buffer.concat(output).toString());
      const why = killedBy ?? `exit code ${code}`;
      fail(new UserError(`${name} failed (${why}): ${errors.trim() || 'it printed nothing'}`));
    });
  });
}
