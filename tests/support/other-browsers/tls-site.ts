import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';
import { watchPages } from './watch-pages.ts';

/** A service at the address of its public host, over TLS. */
export interface TlsSite {
  /** Port of a proxy that leads to the site, and to no other host. */
  proxyPort: number;
  /** Errors of pages, if they are watched. */
  errors: string[];
  close: () => Promise<void>;
}

/**
 * Puts Caddy with a certificate of its own before a service.
 * @param port of the service
 * @param isWatched whether pages get a script that reports their errors
 */
export async function startTlsSite(host: string, port: number, isWatched: boolean): Promise<TlsSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const errors: string[] = [];
  const watch = await listenOnFreePort(watchPages(port, errors));
  const tlsPort = await freePort();
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{
      admin off
      skip_install_trust
      auto_https disable_redirects
    }
    https://${host}:${tlsPort} {
      bind 127.0.0.1
      tls internal
      reverse_proxy /api/* 127.0.0.1:${port}
      reverse_proxy 127.0.0.1:${isWatched ? watch.port : port}
    }`,
  );
  const args = ['--pdeathsig', 'KILL', programs.caddy!, 'run', '--adapter', 'caddyfile', '--config', config];
  const caddy = spawn('setpriv', args, {
    env: { ...process.env, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  await new Promise<void>((done, failed) => {
    caddy.once('exit', () => failed(new Error(`Caddy has ended:\n${output}`)));
    caddy.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('serving initial configuration')) done();
    });
  });
  const proxy = createServer().on('connect', ({ url }, socket) => {
    if (url !== `${host}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const caddySocket = connect(tlsPort, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const one of [socket, caddySocket]) one.on('error', () => [socket, caddySocket].map((two) => two.destroy()));
    return socket.pipe(caddySocket).pipe(socket);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return {
    proxyPort: (proxy.address() as AddressInfo).port,
    errors,
    close: async () => {
      proxy.close();
      watch.close();
      caddy.kill('SIGKILL');
      await once(caddy, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
