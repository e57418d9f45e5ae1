import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a browser and the service. It also slows down WebSockets, which a browser's own throttling omits. */
export interface Network {
  port: number;
  /** Port of the service. */
  to: number;
  /** Ends all open connections, and refuses new connections until `mend`. */
  cut: () => void;
  mend: () => void;
  close: () => void;
}

interface Speed {
  kilobitsPerSecond: number;
  roundTripMs: number;
}

/** Resolves when a number of bytes has passed. */
type Line = (bytes: number) => Promise<unknown>;

/** @param speed total of all connections; unlimited if missing */
export async function startNetwork(to: number, speed?: Speed): Promise<Network> {
  const open = new Set<Socket>();
  const [up, down] = [lineOf(speed), lineOf(speed)];
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy();
    const service = connect(network.to, '127.0.0.1');
    const shaken = up(0).then(() => down(0));
    carry(browser, service, up, shaken);
    carry(service, browser, down, shaken);
    for (const socket of [browser, service]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const network: Network = {
    port: (server.address() as AddressInfo).port,
    to,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      cut();
    },
  };
  return network;
}

/** Forwards the bytes of a socket in order, and then its end. */
function carry(from: Socket, into: Socket, line: Line, shaken: Promise<unknown>): void {
  let before = shaken;
  const then = (act: () => void, bytes = 0): void => {
    const arrived = line(bytes);
    before = before.then(() => arrived).then(act);
  };
  from.on('data', (part) => then(() => into.write(part), part.length));
  from.on('end', () => then(() => into.end()));
  // Drops bytes that are still on their way, as a broken connection does.
  from.on('error', () => into.destroy());
  from.on('close', () => then(() => into.destroy()));
}

function lineOf(speed: Speed | undefined): Line {
  if (!speed) return () => Promise.resolve();
  let freeAt = 0;
  return (bytes) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes * 8) / speed.kilobitsPerSecond;
    return sleep(freeAt - now + speed.roundTripMs / 2);
  };
}
