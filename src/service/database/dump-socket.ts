import { rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** In the folder of the data, which only the user of the service may enter. Relative, as a path of a socket has 107 bytes at most. */
const socketIn = (dataDir: string): string => relative('.', `${dataDir}/backup.sock`);

/**
 * Lets other processes of this user fetch dumps of the database that this process has open. Where the file system has no
 * sockets, it does nothing.
 * @returns a function that ends it
 */
export async function offerDumps(dataDir: string, dump: () => Promise<Blob>): Promise<() => void> {
  const server = createServer((_request, response) => {
    dump()
      .then((blob) => {
        response.writeHead(200, { 'Content-Length': blob.size });
        return pipeline(Readable.fromWeb(blob.stream() as ReadableStream), response);
      })
      // Without its whole length, the other process takes it for what it is.
      .catch(() => response.destroy());
  });
  // A process that was killed leaves it behind.
  rmSync(socketIn(dataDir), { force: true });
  await new Promise<void>((done) => server.once('error', () => done()).listen(socketIn(dataDir), done));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** A dump from the process that has the database open; nothing where none has. */
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
