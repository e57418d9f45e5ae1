import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findOnPath } from './find-on-path.ts';

/**
 * Starts coturn on the loopback address for calls between browsers of this machine. It ends with this process.
 * @returns settings of the service; undefined where coturn is not installed
 */
export async function startLocalTurn(): Promise<{ TURN_URLS: string; TURN_SECRET: string } | undefined> {
  const program = findOnPath('turnserver');
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'));
  const secret = randomBytes(32).toString('base64url');
  const port = await freeUdpPort();
  const config = join(folder, 'turnserver.conf');
  writeFileSync(
    config,
    [
      ...SETTINGS,
      `listening-port=${port}`,
      `static-auth-secret=${secret}`,
      `pidfile=${folder}/pid`,
      `userdb=${folder}/users`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  // Where `setpriv` exists, the kernel ends coturn even if this process is killed.
  const guard = findOnPath('setpriv');
  const guarded = guard ? ['--pdeathsig', 'KILL', program] : [];
  const child = spawn(guard ?? program, [...guarded, '-c', config], { stdio: 'ignore' });
  child.once('error', (error) => console.error(`coturn did not start: ${error.message}`));
  child.once('exit', (code) => console.error(`coturn has ended with code ${code}. Calls will not connect.`));
  process.once('exit', () => {
    // coturn takes seconds to end on SIGTERM.
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { TURN_URLS: `turn:127.0.0.1:${port}?transport=udp`, TURN_SECRET: secret };
}

/** Both sides of a call are on this machine. @see deploy/turnserver.conf for a server of the internet */
const SETTINGS = [
  'listening-ip=127.0.0.1',
  'relay-ip=127.0.0.1',
  'allow-loopback-peers',
  'allowed-peer-ip=127.0.0.1',
  'denied-peer-ip=0.0.0.0-126.255.255.255',
  'denied-peer-ip=128.0.0.0-255.255.255.255',
  'realm=localhost',
  'use-auth-secret',
  'fingerprint',
  'no-tls',
  'no-dtls',
  'no-cli',
  'no-software-attribute',
  'no-stdout-log',
  'log-file=/dev/null',
];

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
