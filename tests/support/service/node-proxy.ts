import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A load balancer between browsers and nodes. It connects each browser to a live node, and can freeze connections. */
export interface Proxy {
  port: number;
  /** Ports of the live nodes. */
  nodes: Set<number>;
  /** Stops the traffic of a share of the connections, which stay open. */
  freeze: (share: number) => void;
  close: () => void;
}

export async function startProxy(): Promise<Proxy> {
  const nodes = new Set<number>();
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((browser) => {
    const all = [...nodes];
    const port = all[Math.floor(Math.random() * all.length)];
    browser.on('error', () => browser.destroy());
    if (!port) return void browser.destroy();
    const node = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [browser, node];
    pairs.add(pair);
    node.on('error', () => browser.destroy());
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.pipe(other);
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    nodes,
    freeze: (share) => {
      for (const [browser, node] of pairs) {
        if (Math.random() > share) continue;
        browser.unpipe(node).pause();
        node.unpipe(browser).pause();
      }
    },
    close: () => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}
