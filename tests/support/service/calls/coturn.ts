import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { turnCredentialsFor, type TurnServers } from '../../../../src/service/chat/calls/turn-credentials.ts';
import { freePort } from '../../free-port.ts';
import { programs } from '../../programs.ts';
import { type Credential, TurnClient } from './turn-client.ts';

export interface Coturn {
  port: number;
  /** URL over UDP, and URL over TCP. */
  urls: string[];
  secret: string;
  /** Log so far. */
  output: () => string;
  /** Kills coturn, as a crash would: it sends its clients no further TURN message. */
  kill: () => Promise<void>;
  /** Starts coturn again on the same port, without any allocation. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Starts coturn on loopback with the configuration for operators.
 * @param settings additional lines of the configuration
 */
export async function startCoturn(settings: string[] = []): Promise<Coturn> {
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'));
  const secret = 'only for tests, and long enough for them';
  const port = await freePort();
  const config = join(folder, 'turnserver.conf');
  writeFileSync(config, onLoopback(readFileSync('deploy/turnserver.conf', 'utf8'), { folder, port, secret, settings }));
  let output = '';
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    // The kernel kills coturn when this process ends, even after a crash.
    child = spawn('setpriv', ['--pdeathsig', 'KILL', programs.coturn!, '-c', config]);
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!(await isReady(port))) if (child.exitCode !== null) throw new Error(`coturn ended:\n${output}`);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    port,
    urls: [`turn:127.0.0.1:${port}?transport=udp`, `turn:127.0.0.1:${port}?transport=tcp`],
    secret,
    output: () => output,
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a credential as the service does.
 * @param seconds remaining lifetime
 * @param holder id of its person; a new id if missing
 */
export function credentialFor(turn: TurnServers, seconds = 300, holder: string = randomUUID()): Credential {
  const now = Date.now();
  const { until } = turnCredentialsFor(turn, 'any', now);
  return turnCredentialsFor(turn, holder, now - until + now + seconds * 1000);
}

interface Place {
  folder: string;
  port: number;
  secret: string;
  settings: string[];
}

/** The configuration for operators, but on loopback, with a test secret, a log, and relaying between its clients. */
function onLoopback(text: string, { folder, port, secret, settings }: Place): string {
  const kept = text
    .split('\n')
    .filter(
      (line) =>
        !/^(listening-port|tls-listening-port|cert|pkey|static-auth-secret|log-file)=|^no-stdout-log$/.test(line),
    );
  const own = [
    `listening-port=${port}`,
    'listening-ip=127.0.0.1',
    'listening-ip=::1',
    'relay-ip=127.0.0.1',
    'relay-ip=::1',
    'allow-loopback-peers',
    'allowed-peer-ip=127.0.0.1',
    'no-tls',
    `static-auth-secret=${secret}`,
    'log-file=stdout',
    `pidfile=${folder}/pid`,
    `userdb=${folder}/users`,
  ];
  return [...kept, ...own, ...settings, ''].join('\n');
}

/** Whether coturn answers over UDP and over TCP. */
async function isReady(port: number): Promise<boolean> {
  const clients = (['udp', 'tcp'] as const).map((transport) => new TurnClient(port, transport));
  const answers = clients.map((client) => client.allocate().then(() => true));
  const isThere = await Promise.race([
    Promise.all(answers).catch(() => sleep(50, false)),
    sleep(2000, false, { ref: false }),
  ]);
  for (const client of clients) client.close();
  return !!isThere;
}
