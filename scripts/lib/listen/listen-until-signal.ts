import { createServer, type RequestListener } from 'node:http';

import type { RunningService } from '../../../src/service/start-service.ts';
import { UserError } from '../../../src/shared/user-error.ts';

/**
 * Answers requests until a signal: then clients move to other nodes, running requests end, and the service is closed.
 * @returns its URL
 */
export async function serve(
  { PORT, LISTEN }: { PORT: number; LISTEN: string },
  listener: RequestListener,
  { attach, drain, closeSockets, close }: Pick<RunningService, 'close'> & Partial<RunningService>,
): Promise<string> {
  const server = createServer(TIMEOUTS, listener);
  server.maxConnections = CONNECTIONS_MAX;
  attach?.(server);
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? taken(PORT, error) : error),
    );
    server.listen(PORT, LISTEN, listening);
  });
  const stop = async (): Promise<void> => {
    // A second signal ends the process at once.
    for (const signal of SIGNALS) process.off(signal, stop);
    setTimeout(() => process.exit(1), LAST_MS).unref();
    server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
    await drain?.();
    server.close(() => void close().then(() => process.exit(0)));
    closeSockets?.();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : PORT}/`;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Longer than proxies keep idle connections (Cloudflare: 900 s), so that the proxy closes them. A request on a connection that the server
 * closes at that moment would be answered 502.
 */
const KEEP_ALIVE_MS = 910_000;

/** A connection that sends no request, or a slow one, is closed: a form has 72 kB at most. @see https://nodejs.org/api/http.html#serverrequesttimeout */
const TIMEOUTS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5000,
};

/** Most connections, sockets of the chat included: fewer than the files that `deploy/chat@.service` allows the process to open. */
const CONNECTIONS_MAX = 30_000;

/** Time for running requests after the signal. */
const STOP_MS = 5000;

/** Time after which the process exits in any case. */
const LAST_MS = 20_000;

const taken = (port: number, cause: Error): UserError =>
  new UserError(`Port ${port} is taken. Stop what uses it, or choose another: PORT=4322 npm start`, { cause });
