import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A link of visitors: its rates are sums over all connections. */
export interface LinkProfile {
  name: string;
  downKilobits: number;
  upKilobits: number;
  roundTripMs: number;
}

export interface SlowLink {
  port: number;
  /** Switches between the profile and the speed of the machine. */
  setSlow: (isSlow: boolean) => void;
  /** Closes all connections. */
  cut: () => void;
  /** Bytes that browsers have received, with the headers of IP and TCP. */
  receivedBytes: () => number;
  close: () => void;
}

/** Payload and headers of a packet, over IPv4 with time stamps. */
const SEGMENT_BYTES = 1448;
const HEADER_BYTES = 52;

/** The first window of a connection. @see https://www.rfc-editor.org/rfc/rfc6928 */
const WINDOW_BYTES = 10 * SEGMENT_BYTES;

/** Bytes that the relay takes from a server before the link has carried them, as the send buffer of a kernel does. */
const BUFFER_BYTES = 65_536;

/**
 * Listens on a free port and relays to another, through an emulated link outside the browser: the handshake of TCP takes a round trip, all
 * connections share the rate of the link in the order of their packets, and each begins with slow start. No packet is lost.
 */
export async function startSlowLink(to: number, profile: LinkProfile): Promise<SlowLink> {
  const open = new Set<Socket>();
  const down = createLine();
  const up = createLine();
  let roundTripMs = 0;
  const setSlow = (isSlow: boolean): void => {
    roundTripMs = isSlow ? profile.roundTripMs : 0;
    down.set(isSlow ? profile.downKilobits : Infinity, roundTripMs / 2);
    up.set(isSlow ? profile.upKilobits : Infinity, roundTripMs / 2);
  };
  setSlow(true);
  const server = createServer({ noDelay: true }, (browser) => {
    const origin = connect({ port: to, host: '127.0.0.1', noDelay: true });
    // The browser believes that it is connected; the answer to its SYN arrives a round trip later.
    const handshake = new Promise((done) => setTimeout(done, roundTripMs));
    void handshake.then(() => relay(browser, origin, up));
    relay(origin, browser, down);
    for (const socket of [browser, origin]) {
      open.add(socket);
      socket
        .on('close', () => open.delete(socket))
        .on('error', () => [browser, origin].forEach((one) => one.destroy()));
    }
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    setSlow,
    cut,
    receivedBytes: down.carriedBytes,
    close: () => {
      server.close();
      cut();
    },
  };
}

interface Line {
  set: (kilobits: number, delayMs: number) => void;
  /** Carries a packet, and calls back when it arrives and when its acknowledgement does. */
  send: (bytes: number, onArrival: () => void, onAcknowledgement: () => void) => void;
  carriedBytes: () => number;
}

function createLine(): Line {
  const arrivals = createSchedule();
  const acknowledgements = createSchedule();
  let [kilobits, delayMs, freeAt, carried] = [Infinity, 0, 0, 0];
  return {
    set: (...next) => {
      [kilobits, delayMs] = next;
    },
    send: (bytes, onArrival, onAcknowledgement) => {
      const onWire = bytes + HEADER_BYTES;
      carried += onWire;
      freeAt = Math.max(freeAt, performance.now()) + (onWire * 8) / kilobits;
      arrivals(freeAt + delayMs, onArrival);
      acknowledgements(freeAt + 2 * delayMs, onAcknowledgement);
    },
    carriedBytes: () => carried,
  };
}

/** Relays one direction of a connection. */
function relay(from: Socket, into: Socket, line: Line): void {
  let waiting: Buffer[] = [];
  let [windowBytes, inFlightBytes, hasEnded] = [WINDOW_BYTES, 0, false];
  const pump = (): void => {
    const [first, ...others] = waiting;
    let buffer = first && !others.length ? first : Buffer.concat(waiting);
    while (buffer.length && inFlightBytes < windowBytes) {
      const segment = buffer.subarray(0, SEGMENT_BYTES);
      buffer = buffer.subarray(segment.length);
      inFlightBytes += segment.length;
      line.send(
        segment.length,
        () => into.write(segment),
        () => {
          inFlightBytes -= segment.length;
          windowBytes += segment.length;
          pump();
        },
      );
    }
    waiting = buffer.length ? [buffer] : [];
    if (buffer.length > BUFFER_BYTES) from.pause();
    else from.resume();
    if (hasEnded && !buffer.length)
      line.send(
        0,
        () => into.end(),
        () => {},
      );
  };
  from.on('data', (part: Buffer) => {
    waiting.push(part);
    pump();
  });
  from.on('end', () => {
    hasEnded = true;
    pump();
  });
}

/** Calls back at rising times, in order. */
function createSchedule(): (at: number, act: () => void) => void {
  const queue: { at: number; act: () => void }[] = [];
  let isWaiting = false;
  const wait = (): void => {
    const [next] = queue;
    if (isWaiting || !next) return;
    isWaiting = true;
    setTimeout(run, Math.max(0, next.at - performance.now()));
  };
  const run = (): void => {
    for (let [next] = queue; next && next.at <= performance.now(); [next] = queue) {
      queue.shift();
      next.act();
    }
    isWaiting = false;
    wait();
  };
  return (at, act) => {
    queue.push({ at, act });
    wait();
  };
}
