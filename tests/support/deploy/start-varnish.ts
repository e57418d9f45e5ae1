import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../free-port.ts';
import { programs } from '../programs.ts';

/** Starts Varnish with `deploy/varnish.vcl` before a server of this machine. @param dist the site that it serves */
export async function startVarnish(
  originPort: number,
  dist: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'varnish-'));
  const vcl = readFileSync('deploy/varnish.vcl', 'utf8')
    .replace('.port = "8080"', `.port = "${originPort}"`)
    .replace('/srv/site/', `${dist}/`);
  writeFileSync(join(folder, 'site.vcl'), vcl);
  const child = spawn(
    programs.varnishd!,
    // prettier-ignore
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-f', join(folder, 'site.vcl'), '-s', 'malloc,32m', '-p', 'http_gzip_support=off', '-T', 'none'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  // It compiles its VCL first.
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`Varnish ended:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return { port, stop };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.once('error', () => done(false)).once('connect', () => socket.destroy());
  });
