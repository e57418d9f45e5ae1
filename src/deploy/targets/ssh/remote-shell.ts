import { runCommand } from '../run-command.ts';
import type { SshOptions } from './ssh-options.ts';

/** Runs scripts on the machine of a target. */
export interface RemoteShell {
  /**
   * Runs a POSIX script. @param args its `$1`, `$2` …, which the remote shell does not expand
   * @returns its standard output
   */
  run: (script: string, args: string[], input?: string) => Promise<string>;
  /** Runs a command line of the operator. */
  runCommandLine: (command: string) => Promise<string>;
  /**
   * Copies files with rsync. @param source folder of this machine
   * @param files paths below it
   * @param to absolute path there
   * @param onLine receives a line of output for each file that is sent
   */
  copy: (
    source: string,
    files: string[],
    to: string,
    rsyncArgs: string[],
    onLine?: (line: string) => void,
  ) => Promise<void>;
}

/** Never asks a question, refuses unknown host keys, and notices a connection that is lost. */
const OPTIONS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'ConnectTimeout=20',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=4',
].flatMap((option) => ['-o', option]);

export function remoteShell({ host, config }: Pick<SshOptions, 'host' | 'config'>): RemoteShell {
  const sshArgs = [...(config ? ['-F', config] : []), ...OPTIONS];
  const runCommandLine: RemoteShell['runCommandLine'] = (command) => runSsh(command, '');
  const runSsh = (command: string, input: string): Promise<string> =>
    runCommand('ssh', [...sshArgs, '--', host, command], { name: `ssh to ${host}`, input });
  return {
    run: (script, args, input = '') =>
      runSsh(['sh', '-c', `set -eu\n${script}`, 'sh', ...args].map(quote).join(' '), input),
    runCommandLine,
    copy: async (source, files, to, rsyncArgs, onLine) => {
      const program = ['ssh', ...sshArgs].join(' ');
      await runCommand(
        'rsync',
        [
          '--archive',
          '--no-owner',
          '--no-group',
          '--chmod=D755,F644',
          '--from0',
          '--files-from=-',
          '--protect-args',
          '--rsh',
          program,
          ...rsyncArgs,
          '--',
          `${source}/`,
          `${host}:${to}/`,
        ],
        { name: `rsync to ${host}`, input: files.join('\0'), ...(onLine && { onLine }) },
      );
    },
  };
}

/** An argument that a POSIX shell passes on as it is. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
