import { chmodSync, copyFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { type CommandOptions, RELOAD_MS, runCommand } from '../run-command.ts';

/** Where the folder of a target is, and how programs run there. */
export interface Machine {
  /** Of its programs, in messages. */
  name: string;
  /** The program, with its arguments, that runs words there. */
  command: (words: string[]) => string[];
  copy: CopyFiles;
  close: () => void;
}

/**
 * Copies files with their times, readable for everybody, each in a step that no reader sees half.
 * @param source folder of this machine
 * @param files paths below it
 * @param to absolute path of a folder there, which has their folders
 * @param onBytes receives the size of each file
 */
type CopyFiles = (
  source: string,
  files: string[],
  to: string,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
) => Promise<void>;

export const thisMachine: Machine = { name: 'sh', command: (words) => words, copy: copyHere, close() {} };

/** Runs scripts on the machine of a target, and copies files to it. */
export type Shell = ReturnType<typeof shellOf>;

export function shellOf({ name, command, copy, close }: Machine, signal: AbortSignal) {
  const run = (words: string[], options: Partial<CommandOptions>): Promise<string> => {
    const [program = '', ...args] = command(words);
    return runCommand(program, args, { name, ...options });
  };
  const withArgs = (script: string, args: string[]): string[] => [
    'sh',
    '-c',
    `set -eu\numask 022\n${script}`,
    'sh',
    ...args,
  ];
  return {
    /**
     * Runs a POSIX script. @param args its `$1`, `$2` …
     * @param onLine receives each line of its standard output, which is then not returned
     * @returns its standard output
     */
    run: (script: string, args: string[], input = '', onLine?: (line: string) => void): Promise<string> =>
      run(withArgs(script, args), { input, signal, ...(onLine && { onLine }) }),
    /** Runs a POSIX script also where the deployment is stopped. */
    runToEnd: (script: string, args: string[]): Promise<string> => run(withArgs(script, args), {}),
    /** Has the server read its configuration again, with a command line of the operator. */
    reload: (line: string): Promise<string> =>
      run(['sh', '-c', line], { name: 'The command "reload" of the target', signal, timeoutMs: RELOAD_MS }),
    copy: (source: string, files: string[], to: string, onBytes?: (bytes: number) => void): Promise<void> =>
      copy(source, files, to, signal, onBytes),
    close,
  };
}

/** Files between which a signal can end the command. */
const BATCH = 200;

async function copyHere(...[source, files, to, signal, onBytes]: Parameters<CopyFiles>): Promise<void> {
  for (const [index, file] of files.entries()) {
    const [from, path] = [join(source, file), join(to, file)];
    const { atime, mtime, size } = statSync(from);
    copyFileSync(from, `${path}.new`);
    chmodSync(`${path}.new`, 0o644);
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
    onBytes?.(size);
    if (index % BATCH !== 0) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
}
