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
}

/**
 * Runs a program.
 * @returns its standard output; empty with `onLine`
 * @throws UserError with the end of its standard error where its exit code is not 0
 */
export function runCommand(program: string, args: string[], { name, input, onLine }: CommandOptions): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: 'pipe' });
    const output: Buffer[] = [];
    let errors = '';
    if (onLine) createInterface(child.stdout).on('line', onLine);
    else child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-MAX_OUTPUT)));
    child.once('error', (error) =>
      fail(new UserError(`${name} cannot run: ${program} is missing or may not be run. Install it.`, { cause: error })),
    );
    // A program that ends early closes its input; its exit code says why.
    child.stdin.on('error', () => {}).end(input);
    child.once('close', (code, signal) => {
      if (code === 0) return done(Buffer.concat(output).toString());
      fail(
        new UserError(`${name} failed (${signal ?? `exit code ${code}`}): ${errors.trim() || 'it printed nothing'}`),
      );
    });
  });
}
