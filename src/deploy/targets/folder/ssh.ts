import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UserError } from '../../../shared/user-error.ts';
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
    rsyncArgs: ['--rsh', ['ssh', ...sshArgs].join(' ')],
    place: `${host}:`,
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
