import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';

import { environment } from '../runnable-project-copy.ts';

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface StartedServer {
  /** Sends a request. `PORT` in a header stands for the port of the server. */
  ask: (
    host: string,
    path: string,
    headers?: Record<string, string>,
    method?: string,
    form?: string,
  ) => Promise<HttpAnswer>;
  /** @returns the exit code */
  stop: () => Promise<number | null>;
}

/**
 * Starts a server of the project on a free port.
 * @param ready finds the port in the output
 */
export async function startServer(
  cwd: string,
  args: string[],
  ready: RegExp,
  settings: Record<string, string> = {},
): Promise<StartedServer> {
  const child = spawn(process.execPath, args, { cwd, env: environment({ PORT: '0', ...settings }) });
  const port = await portOf(child, ready);
  return {
    ask: (host, path, headers = {}, method = 'GET', form = undefined) =>
      new Promise((done, fail) => {
        const filled = Object.entries({ Host: host, ...headers }).map(([name, value]) => [
          name,
          value.replaceAll('PORT', String(port)),
        ]);
        const options = {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: Object.fromEntries(filled) as typeof headers,
        };
        const sent = request(options, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          response.on('end', () => done({ status: response.statusCode!, headers: response.headers, body }));
        });
        sent.on('error', fail).end(form);
      }),
    stop: () =>
      new Promise((done) => {
        child.once('exit', done);
        child.kill('SIGTERM');
      }),
  };
}

function portOf(child: ChildProcess, ready: RegExp): Promise<number> {
  return new Promise((done, fail) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = ready.exec(output)?.[1];
      if (port) done(Number(port));
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', () => fail(new Error(output)));
  });
}
