import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { SERVICE } from '../../../src/output/cdn-config/server-facts.ts';
import { required } from '../../../src/shared/required.ts';
import type { Edition } from '../../../src/site/editions/editions.ts';
import { listenOnFreePort } from '../../lib/listen/listen-on-free-port.ts';
import { makeTalkers, roomAt } from '../lib/signed-in-users.ts';

interface MeasuredSite {
  /** Port of nginx: TLS 1.3 and HTTP/2. */
  port: number;
  /** Hash of the key of the certificate, as Chromium expects it in `--ignore-certificate-errors-spki-list`. */
  keyHash: string;
  /** The session cookie of a user, as `name=value`. */
  cookie: string;
  /** A room that the user is a member of. */
  room: string;
  stop: () => void;
}

/** Serves `dist/` with nginx as a CDN would, and the service on its embedded database behind it. */
export async function startSite(edition: Edition, nginx: string): Promise<MeasuredSite> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-visit-'));
  const [port, servicePort] = [await freePort(), await freePort()];
  const settings = { DATA_DIR: join(folder, 'data'), AUTH_SECRET: 'only for measurements, and long enough for them' };
  const room = roomAt(edition, 0);
  const [talker] = await makeTalkers(edition, settings, 1, () => [room]);
  const env = { ...process.env, ...settings, PORT: String(servicePort), TRUSTED_PROXIES: '127.0.0.1' };
  const children: ChildProcess[] = [];
  const stop = (): void => {
    for (const child of children) child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  children.push(spawn(process.execPath, ['scripts/service.ts'], { env, stdio: 'ignore' }));
  const keyHash = writeCertificate(folder, edition.host);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, nginxConfig(folder, port, servicePort));
  const globals = `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}`;
  children.push(spawn(nginx, ['-p', resolve('dist'), '-c', config, '-g', globals], { stdio: 'inherit' }));
  for (const one of [port, servicePort]) await isListening(one);
  return { port, keyHash, cookie: required(talker, 'person').cookie, room, stop };
}

/** The configuration that every build writes, with TLS. Small records reach a browser sooner: docs/deploy.md. */
const nginxConfig = (folder: string, port: number, servicePort: number): string =>
  readFileSync('dist/publish/nginx.conf', 'utf8')
    .replaceAll(SERVICE, `127.0.0.1:${servicePort}`)
    .replaceAll('include ', `include ${resolve('dist/publish')}/`)
    .replace(
      'listen 80;',
      `listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    ssl_protocols TLSv1.3;
    ssl_buffer_size 4k;`,
    );

function writeCertificate(folder: string, host: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host}`;
  execFileSync(
    'openssl',
    [...args.split(' '), '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

async function freePort(): Promise<number> {
  const { port, close } = await listenOnFreePort(() => {});
  close();
  return port;
}

async function isListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((done) =>
      socket.once('connect', () => done(true)).once('error', () => done(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
