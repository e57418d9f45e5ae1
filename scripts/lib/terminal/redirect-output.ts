import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

interface CapturedOutput {
  /** Prints a line on the terminal. */
  print: (line: string) => void;
  /** Gives the terminal back. */
  release: () => void;
}

/**
 * Writes the output of all libraries in this process to a file, so that the terminal shows messages for people only.
 * Where the process ends with an error before the terminal is given back, the path of the file is printed.
 */
export function redirectOutput(file: string): CapturedOutput {
  mkdirSync(dirname(file), { recursive: true });
  const log = openSync(file, 'w');
  const { stdout, stderr } = process;
  const originals = { stdout: stdout.write, stderr: stderr.write };
  let captured = true;
  for (const stream of [stdout, stderr]) stream.write = writer(log);
  const release = (): void => {
    if (!captured) return;
    captured = false;
    stdout.write = originals.stdout;
    stderr.write = originals.stderr;
    closeSync(log);
  };
  process.once('exit', (code) => {
    const isEarly = captured;
    release();
    if (isEarly && code !== 0) process.stderr.write(`What went wrong is in ${file}\n`);
  });
  return { print: (line) => void originals.stderr.call(stderr, `${line}\n`), release };
}

/** Writes to a file with the signature of a stream's `write`. */
function writer(log: number): typeof process.stdout.write {
  return (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    if (typeof chunk === 'string') writeSync(log, chunk);
    else writeSync(log, chunk);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') (callback as () => void)();
    return true;
  };
}
