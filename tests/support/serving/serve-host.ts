import { afterAll, beforeAll } from 'vitest';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import { dist } from '../dist.ts';

/**
 * Serves a host of a built site at a separate origin, for tools that cannot set a Host header.
 * Removes cookies and Accept-Language, which crawlers do not send.
 */
export async function serveHost(host: string, folder = dist): Promise<{ origin: string; close: () => void }> {
  const listener = staticListener(folder);
  const { port, close } = await listenOnFreePort((request, response) => {
    request.headers.host = host;
    delete request.headers.cookie;
    delete request.headers['accept-language'];
    listener(request, response);
  });
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** Serves the built site for the tests of a suite, each host at its name below `localhost`. */
export function suiteServer(): { port: number } {
  const server = {} as Awaited<ReturnType<typeof listenOnFreePort>>;
  beforeAll(async () => {
    Object.assign(server, await listenOnFreePort(staticListener(dist)));
  });
  afterAll(() => server.close());
  return server;
}
