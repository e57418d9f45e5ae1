import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '../../free-port.ts';
import { cephConfig } from './ceph-config.ts';

/** An S3 server on this machine: Ceph's object gateway. It checks signatures, conditions and policies. */
export interface S3Server {
  /** Such as `http://127.0.0.1:7480`. Buckets are the first segment of a path. */
  endpoint: string;
  /** May do everything with the buckets that it creates. */
  owner: S3Keys;
  /** Adds a user, who may do what the policies of buckets say. Its principal is `arn:aws:iam:::user/<name>`. */
  addUser: (name: string) => Promise<S3Keys>;
  stop: () => Promise<void>;
}

interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const run = promisify(execFile);

/** Starts the server, which takes some seconds: start it once for a test file. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const id = randomUUID();
  const config = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'keyring'), '');
  writeFileSync(config, cephConfig({ folder, id, monitorPort, gatewayPort }));
  const call = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, ['--conf', config, ...args])).stdout;
  const daemons: ChildProcess[] = [];
  const start = (program: string, ...args: string[]): void => {
    daemons.push(spawn(program, ['--conf', config, '-f', ...args], { stdio: 'ignore' }));
  };

  const map = join(folder, 'monmap');
  await run('monmaptool', ['--create', '--fsid', id, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}/0]`, map]);
  await call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  const storage = randomUUID();
  await call('ceph', 'osd', 'new', storage);
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storage);
  await call('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default');
  start('ceph-osd', '-i', '0');
  const addUser = async (name: string): Promise<S3Keys> => {
    const keys = { accessKeyId: `KEY${name.toUpperCase()}`, secretAccessKey: randomUUID() };
    const identity = ['--uid', name, '--display-name', name];
    const secrets = ['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey];
    await call('radosgw-admin', 'user', 'create', ...identity, ...secrets);
    return keys;
  };
  const owner = await addUser('owner');
  start('radosgw', '-n', 'client.admin');
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  await untilAnswered(endpoint, daemons.at(-1)!, () => readFileSync(join(folder, 'client.admin.log'), 'utf8'));
  return {
    endpoint,
    owner,
    addUser,
    async stop() {
      await Promise.all(daemons.toReversed().map(kill));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswered(url: string, server: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(log());
    // A refused connection: the server is still starting.
    if (await fetch(url).catch(() => undefined)) return;
    await wait(100);
  }
}

/** The cluster holds nothing that has to be saved. */
async function kill(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null) return;
  const ended = new Promise((done) => daemon.once('exit', done));
  daemon.kill('SIGKILL');
  await ended;
}
