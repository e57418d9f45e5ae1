import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { siteListener } from '../../src/publish/serve.ts';

/** Serves `dist/` on a free port of this machine while something looks at it. */
export async function serveSite(): Promise<{ origin: (host: string) => string; close: () => void }> {
  const server = createServer(siteListener('dist'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: (host) => `http://${host}.localhost:${port}`, close };
}
