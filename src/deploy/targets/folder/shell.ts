import { type CommandOptions, RELOAD_MS, runCommand } from '../run-command.ts';

/** Where the folder of a target is, and how programs run there. */
export interface Machine {
  /** Of its programs, in messages. */
  name: string;
  /** The program, with its arguments, that runs words there. */
  command: (words: string[]) => string[];
  /** Arguments with which rsync reaches it. */
  rsyncArgs: string[];
  /** Stands before a path of it, for rsync. */
  place: string;
  close: () => void;
}

export const thisMachine: Machine = { name: 'sh', command: (words) => words, rsyncArgs: [], place: '', close() {} };

/** Runs scripts on the machine of a target, and copies files to it. */
export type Shell = ReturnType<typeof shellOf>;

/** Files keep their times, and get the owner and rights of their new place. The input names them. */
const RSYNC = '--archive --no-owner --no-group --chmod=D755,F644 --from0 --files-from=- --protect-args'.split(' ');

export function shellOf({ name, command, rsyncArgs, place, close }: Machine, signal: AbortSignal) {
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
    /**
     * Copies files with rsync. @param source folder of this machine
     * @param files paths below it
     * @param to absolute path there
     * @param onLine receives a line of output for each file that is sent
     */
    async copy(
      source: string,
      files: string[],
      to: string,
      options: string[],
      onLine?: (line: string) => void,
    ): Promise<void> {
      const args = [...RSYNC, ...rsyncArgs, ...options, '--', `${source}/`, `${place}${to}/`];
      await runCommand('rsync', args, {
        name: 'rsync',
        input: files.join('\0'),
        signal,
        ...(onLine && { onLine }),
      });
    },
    close,
  };
}
