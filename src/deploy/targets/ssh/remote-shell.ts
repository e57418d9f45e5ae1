import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../shared/user-error.ts';
import { type CommandOptions, RELOAD_MS, runCommand } from '../run-command.ts';
import type { SshOptions } from './ssh-options.ts';

/** Runs scripts on the machine of a target. */
export type RemoteShell = Awaited<ReturnType<typeof openRemoteShell>>;

/** Never asks a question, refuses unknown host keys, and notices a connection that is lost. */
const OPTIONS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'ConnectTimeout=20',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=4',
].flatMap((option) => ['-o', option]);

/** Files keep their times, and get the owner and rights of their new place. The input names them. */
const RSYNC = '--archive --no-owner --no-group --chmod=D755,F644 --from0 --files-from=- --protect-args'.split(' ');

/** Connects to the machine of a target. All scripts share the connection. @throws UserError with the message of ssh */
export async function openRemoteShell({ host, config }: Pick<SshOptions, 'host' | 'config'>, signal: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-'));
  const sshArgs = [...(config ? ['-F', config] : []), ...OPTIONS, '-S', join(folder, 'socket')];
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const connection = await connect([...sshArgs, '-M', '--', host, 'echo ready; exec cat'], host).catch(
    (error: unknown) => {
      close();
      throw error;
    },
  );
  const runSsh = (command: string, options: Omit<CommandOptions, 'name'>): Promise<string> =>
    runCommand('ssh', [...sshArgs, '--', host, command], { name: `ssh to ${host}`, ...options });
  const scriptLine = (script: string, args: string[]): string =>
    ['sh', '-c', `set -eu\numask 022\n${script}`, 'sh', ...args].map(quote).join(' ');
  return {
    /**
     * Runs a POSIX script. @param args its `$1`, `$2` …, which the remote shell does not expand
     * @param onLine receives each line of its standard output, which is then not returned
     * @returns its standard output
     */
    run: (script: string, args: string[], input = '', onLine?: (line: string) => void): Promise<string> =>
      runSsh(scriptLine(script, args), { input, signal, ...(onLine && { onLine }) }),
    /** Runs a POSIX script also where the deployment is stopped. */
    runToEnd: (script: string, args: string[]): Promise<string> => runSsh(scriptLine(script, args), {}),
    /** Has the server read its configuration again, with a command line of the operator. */
    reload: (command: string): Promise<string> => runSsh(command, { signal, timeoutMs: RELOAD_MS }),
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
      rsyncArgs: string[],
      onLine?: (line: string) => void,
    ): Promise<void> {
      const program = ['ssh', ...sshArgs].join(' ');
      const args = [...RSYNC, '--rsh', program, ...rsyncArgs, '--', `${source}/`, `${host}:${to}/`];
      const input = files.join('\0');
      await runCommand('rsync', args, { name: `rsync to ${host}`, input, signal, ...(onLine && { onLine }) });
    },
    close(): void {
      connection.stdin?.end();
      close();
    },
  };
}

/** Starts the connection. It ends with the input of this process, also where this is killed. */
function connect(args: string[], host: string): Promise<ChildProcess> {
  return new Promise((done, fail) => {
    const child = spawn('ssh', args, { stdio: 'pipe' });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdin.on('error', () => {});
    child.stdout.once('data', () => done(child));
    child.once('error', (error) =>
      fail(new UserError('ssh is missing or may not be run. Install it.', { cause: error })),
    );
    child.once('close', () => fail(new UserError(`ssh to ${host} failed: ${errors.trim()}`)));
  });
}

/** An argument that a POSIX shell passes on as it is. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
