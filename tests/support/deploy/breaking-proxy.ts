import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A network between a client and a server of SSH that breaks connections. */
export interface BreakingProxy {
  /** Configuration of a client that connects over this network. */
  config: string;
  /** Bytes, in either direction, after which a connection breaks. */
  breakAfterBytes: number;
  /** Number of connections that broke. */
  broken: number;
  close: () => void;
}

/** @param config configuration of a client that connects directly */
export async function startBreakingProxy(config: string): Promise<BreakingProxy> {
  const text = readFileSync(config, 'utf8');
  const [, port] = /Port (\d+)/.exec(text)!;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes < proxy.breakAfterBytes || client.destroyed) return;
      proxy.broken += 1;
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {}).on('close', () => to.destroy());
      from.on('data', count).pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: BreakingProxy = {
    config: `${config}-broken`,
    breakAfterBytes: Infinity,
    broken: 0,
    close: () => void server.close(),
  };
  // The host key is known under the address of the server.
  const through = text.replace(
    /Port \d+/,
    `Port ${(server.address() as AddressInfo).port}\n  HostKeyAlias [127.0.0.1]:${port}`,
  );
  writeFileSync(proxy.config, through);
  return proxy;
}
