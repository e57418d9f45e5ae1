import { createServer, type RequestListener } from 'node:http';

import { Mistake } from '../src/problems.ts';
import type { Running } from '../src/service/service.ts';

/**
 * Answers requests until the process is told to stop: what is under way ends, then the service is closed.
 * @returns where it listens
 */
export async function serve(
  { PORT, LISTEN }: { PORT: number; LISTEN: string },
  listener: RequestListener,
  { attach, hangUp, close }: Pick<Running, 'close'> & Partial<Running>,
): Promise<string> {
  const server = createServer(listener);
  attach?.(server);
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? taken(PORT, error) : error),
    );
    server.listen(PORT, LISTEN, listening);
  });
  const stop = (): void => {
    server.close(() => void close().then(() => process.exit(0)));
    hangUp?.();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
    setTimeout(() => process.exit(1), LAST_MS).unref();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : PORT}/`;
}

/** Time that requests under way have when the server stops. */
const STOP_MS = 5000;

/** By then it ends, whatever hangs. */
const LAST_MS = 20_000;

const taken = (port: number, cause: Error): Mistake =>
  new Mistake(`Port ${port} is taken. Stop what uses it, or choose another: PORT=4322 npm start`, { cause });
