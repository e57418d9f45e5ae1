import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../shared/user-error.ts';
import { runCommand } from '../run-command.ts';
import type { Machine } from './shell.ts';
import type { SshOptions } from './ssh-options.ts';

/** Never asks a question, refuses unknown host keys, and notices a connection that is lost. */
const OPTIONS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'ConnectTimeout=20',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=4',
].flatMap((option) => ['-o', option]);

/** Files keep their times, and get the owner of their new place. The input names them; those that are there are to be replaced. */
const RSYNC =
  '--archive --no-owner --no-group --chmod=D755,F644 --ignore-times --from0 --files-from=- --protect-args'.split(' ');

/** A line of the output has the size of a file, and its name. */
const FORMAT = '--out-format=%l %n';

/** Connects to another machine. All programs share the connection. @throws UserError with the message of ssh */
export async function connectBySsh({ host, config }: SshOptions): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const sshArgs = [...(config ? ['-F', config] : []), ...OPTIONS, '-S', join(folder, 'socket')];
  const connection = await connect([...sshArgs, '-M', '--', host, 'echo ready; exec cat'], host).catch(
    (error: unknown) => {
      close();
      throw error;
    },
  );
  return {
    name: `ssh to ${host}`,
    command: (words) => ['ssh', ...sshArgs, '--', host, words.map(quote).join(' ')],
    async copy(source, files, to, signal, onBytes) {
      const args = [...RSYNC, FORMAT, '--rsh', ['ssh', ...sshArgs].join(' '), '--', `${source}/`, `${host}:${to}/`];
      const onLine = (line: string): void => onBytes?.(line.endsWith('/') ? 0 : Number.parseInt(line, 10) || 0);
      await runCommand('rsync', args, { name: `rsync to ${host}`, input: files.join('\0'), signal, onLine });
    },
    close() {
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
