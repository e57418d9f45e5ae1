import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';

export interface RunningSshd {
  /** Configuration of a client that knows the server and may log in as `target`. */
  config: string;
  /** Configuration of a client that knows another host key. */
  strangeConfig: string;
  stop: () => Promise<void>;
}

/** Starts OpenSSH's server on loopback, with keys of its own, as the user of this process. */
export async function startSshd(): Promise<RunningSshd> {
  // Not below the folder for temporary files of tests, whose path may be writable by others.
  const folder = mkdtempSync('/tmp/sshd-');
  const [hostKey, otherKey, userKey] = ['host', 'other', 'user'].map((name) => makeKey(join(folder, name)));
  // OpenSSH's server needs its folder where it runs as root.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  writeFileSync(
    join(folder, 'sshd_config'),
    [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${userKey}.pub`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'MaxStartups 100',
      // What the user's shell reads at home costs each session time.
      `SetEnv HOME=${folder}`,
    ].join('\n'),
  );
  const child = spawn(programs.sshd!, ['-D', '-e', '-f', join(folder, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((done, fail) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Server listening')) done();
    });
    child.once('exit', () => fail(new Error(log)));
  });
  const configFor = (name: string, known: string): string => {
    writeFileSync(join(folder, `${name}-hosts`), `[127.0.0.1]:${port} ${readFileSync(`${known}.pub`, 'utf8')}`);
    const lines = [
      'Host target',
      'HostName 127.0.0.1',
      `Port ${port}`,
      `User ${userInfo().username}`,
      `IdentityFile ${userKey}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${join(folder, `${name}-hosts`)}`,
      'GlobalKnownHostsFile none',
    ];
    writeFileSync(join(folder, name), lines.join('\n  '));
    return join(folder, name);
  };
  return {
    config: configFor('config', hostKey!),
    strangeConfig: configFor('strange', otherKey!),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function makeKey(file: string): string {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file], { stdio: 'ignore' });
  return file;
}
