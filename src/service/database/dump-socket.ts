import { rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** In DATA_DIR, which only the user of the service can enter. Relative, because a socket path has at most 107 bytes. */
const socketIn = (dataDir: string): string => relative('.', `${dataDir}/backup.sock`);

/**
 * Serves dumps of the open database to other processes of this user. Does nothing on a file system without sockets.
 * @returns a function that stops serving
 */
export async function offerDumps(dataDir: string, dump: () => Promise<Blob>): Promise<() => void> {
  const server = createServer((_request, response) => {
    dump()
      .then((blob) => {
        response.writeHead(200, { 'Content-Length': blob.size });
        return pipeline(Readable.fromWeb(blob.stream() as ReadableStream), response);
      })
      // The other process detects the incomplete response by its Content-Length.
      .catch(() => response.destroy());
  });
  // A killed process leaves its socket behind.
  rmSync(socketIn(dataDir), { force: true });
  await new Promise<void>((done) => server.once('error', () => done()).listen(socketIn(dataDir), done));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Fetches a dump from the process that has the database open; undefined without such a process. */
export async function fetchDump(dataDir: string): Promise<Readable | undefined> {
  try {
    return await new Promise<IncomingMessage>((done, failed) =>
      get({ socketPath: socketIn(dataDir) }, done).once('error', failed),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'EINVAL') return undefined;
    throw error;
  }
}
