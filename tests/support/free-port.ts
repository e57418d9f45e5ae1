import { createServer } from 'node:net';

/** Linux gives ports from 32,768 on to connections, so a free port up there may be taken before a program listens on it. */
const [FIRST, LAST, SHARE] = [10_000, 31_999, 1000];

const shareOfWorker = FIRST + ((Number(process.env.VITEST_POOL_ID ?? 0) * SHARE) % (LAST + 1 - FIRST));
let offset = Math.floor(Math.random() * SHARE);

/** A port for a program that a test starts. Neither connections nor other workers take it before the program listens. */
export async function freePort(): Promise<number> {
  offset = (offset + 1) % SHARE;
  const port = shareOfWorker + offset;
  return (await isFree(port)) ? port : freePort();
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false)).listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
