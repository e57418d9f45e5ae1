import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between browsers and nodes: gives each connection a node that lives, and loses the thread of some. */
export interface Proxy {
  port: number;
  /** Ports of the nodes that live. */
  nodes: Set<number>;
  /** Lets connections stand open over which nothing comes any more. */
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
