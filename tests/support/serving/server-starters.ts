import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { SERVICE } from '../../../src/output/cdn-config/server-facts.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Body in its content encoding. */
  body: Buffer;
}

export interface RunningServer {
  port: number;
  ask: (host: string, path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;
  stop: () => Promise<void>;
}

/**
 * Starts a server for `dist/` on a free port of this machine.
 * @param service address of the service, which answers below `/api/`
 */
export const starters: Record<
  'npm start' | 'nginx' | 'caddy',
  (dist: string, service?: string) => Promise<RunningServer>
> = {
  'npm start': async (dist) => {
    const { port, close } = await listenOnFreePort(staticListener(dist));
    return { port, ask: asker(port), stop: async () => close() };
  },
  nginx: async (dist, service = SERVICE) => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    const config = readFileSync(join(dist, 'publish/nginx.conf'), 'utf8')
      .replaceAll('listen 80', `listen 127.0.0.1:${port}`)
      .replaceAll('include ', `include ${dist}/publish/`)
      .replaceAll(SERVICE, service);
    writeFileSync(join(folder, 'nginx.conf'), config);
    const globals = `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}`;
    return run(spawn(programs.nginx!, ['-p', dist, '-c', join(folder, 'nginx.conf'), '-g', globals]), port);
  },
  caddy: async (dist, service = SERVICE) => {
    const port = await freePort();
    const args = ['run', '--adapter', 'caddyfile', '--config', join(dist, 'publish/Caddyfile')];
    const env = {
      ...process.env,
      SITE_ROOT: dist,
      PORT: String(port),
      SERVICE: service,
      XDG_DATA_HOME: mkdtempSync(join(tmpdir(), 'caddy-')),
    };
    return run(spawn(programs.caddy!, args, { env }), port);
  },
};

/** The decompressed body of a response. */
export function decode({ headers, body }: Answer): Buffer {
  const encoding = headers['content-encoding'] ?? 'identity';
  const decoders: Record<string, (body: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (plain) => plain,
    // Decoding needs the dictionary.
    dcz: (compressed) => compressed,
  };
  return decoders[encoding]!(body);
}

async function run(child: ChildProcess, port: number): Promise<RunningServer> {
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ask = asker(port);
  const stop = (): Promise<void> =>
    new Promise((done) => {
      child.once('exit', () => done());
      child.kill('SIGTERM');
    });
  // A refused connection: the server is still starting.
  while (!(await ask('localhost', '/').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return { port, ask, stop };
}

export const asker =
  (port: number): RunningServer['ask'] =>
  (host, path, headers = {}, method = 'GET') =>
    new Promise((done, fail) => {
      const sent = request(
        // A new connection for each request: nginx closes a connection after a thousand requests.
        { host: '127.0.0.1', port, path, method, headers: { Host: host, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
            done({
              status: response.statusCode!,
              headers: Object.fromEntries(flat) as Record<string, string>,
              body: Buffer.concat(chunks),
            });
          });
        },
      );
      sent.on('error', fail).end();
    });
