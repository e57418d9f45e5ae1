import { request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { ACCOUNT_WITH_LOBBY, health, resources } from '../../../src/contract/api-paths.ts';
import { requestLimits } from '../../../src/service/request/request-limits.ts';
import { required } from '../../../src/shared/required.ts';
import type { Talker } from '../lib/signed-in-users.ts';
import { type Client, closing, frame, opcodes, openUnread, requestUpgrade, signIn } from './raw-web-socket.ts';

export interface Target {
  port: number;
  host: string;
  /** Signed-in users. */
  people: Talker[];
}

/** Answers by status, and connections by what became of them. */
type Outcomes = Record<string, number>;

/** How many times the allowed rate an attack has. */
const TIMES = 10;

const CONNECTIONS = 200;
/** Sockets of an account. */
const SOCKETS_EACH = 10;
/** Requests that arrive at once before the steady rate. */
const AT_ONCE = 600;

const NETWORK = '192.0.2.1';
const { text, ping } = opcodes;
const bytes = (count: number, one: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => one));

/** Each sends at ten times the allowed rate until the signal aborts. */
export const attacks: Record<string, (target: Target, signal: AbortSignal) => Promise<Outcomes>> = {
  'CONNECT packets of 16 kB, never read': (target, signal) =>
    flood(target, signal, bytes(64, frame(text, `40/${'x'.repeat(16_000)},`))),
  'frames of 5 bytes': (target, signal) => flood(target, signal, bytes(60_000, frame(text, '40/x,'))),
  'WebSocket pings': (target, signal) => flood(target, signal, bytes(60_000, frame(ping))),
  'history and packets of 20 users, never read': floodSignedIn,
  'WebSockets on another path': async (target, signal) => {
    const client = clientOf(target);
    const outcomes: Outcomes = {};
    await everySecond(TIMES * requestLimits.network.perSecond, signal, async () => {
      const socket = await requestUpgrade(client, '/api/elsewhere');
      await closing(socket);
      count(outcomes, 'closed');
    });
    return outcomes;
  },
  'account and lobby of a session': (target, signal) =>
    ask(target, signal, ACCOUNT_WITH_LOBBY, TIMES * requestLimits.session.perSecond, firstOf(target).cookie),
  'account without a session': (target, signal) =>
    ask(target, signal, resources.account, TIMES * requestLimits.network.perSecond),
  ready: (target, signal) => ask(target, signal, health.ready, TIMES * requestLimits.network.perSecond),
};

const firstOf = ({ people }: Target): Talker => required(people[0], 'first person');

const clientOf = ({ port, host }: Target, address = NETWORK, cookie?: string): Client => ({
  port,
  host,
  origin: `https://${host}`,
  address,
  ...(cookie && { cookie }),
});

const count = (outcomes: Outcomes, what: string | number): void => {
  outcomes[what] = (outcomes[what] ?? 0) + 1;
};

/** Calls an action at a steady rate, whether or not earlier calls have ended, and waits for all. */
async function everySecond(rate: number, signal: AbortSignal, act: (number: number) => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; !signal.aborted; number += 1) {
    await sleep(Math.max(0, began + (number * 1000) / rate - performance.now()));
    running.push(act(number));
  }
  await Promise.all(running);
}

/** Keeps connections without a session open that send bytes and read nothing; opens others for those that are closed. */
async function flood(target: Target, signal: AbortSignal, sent: Buffer): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const open = new Set<Socket>();
  await everySecond(TIMES * requestLimits.network.perSecond, signal, async (number) => {
    if (open.size >= CONNECTIONS) return;
    const socket = await openUnread(clientOf(target, number < CONNECTIONS ? `198.51.100.${number}` : NETWORK));
    count(outcomes, socket ? 'opened' : 'refused');
    if (!socket) return;
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      count(outcomes, 'cut');
    });
    socket.write(sent);
  });
  for (const socket of open) socket.destroy();
  return outcomes;
}

/** Ten sockets each of twenty users request history and send packets, and read nothing. */
async function floodSignedIn(target: Target, signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const history = frame(text, `421["before",{"room":"${firstOf(target).rooms[0]}","seq":1000000}]`);
  const second = Buffer.concat([bytes(100, history), bytes(900, frame(text, '3'))]);
  const keepOne = async ({ cookie }: Talker, address: string): Promise<void> => {
    const socket = await openUnread(clientOf(target, address, cookie));
    count(outcomes, socket ? 'opened' : 'refused');
    if (!socket) return;
    socket.write(frame(text, '40'));
    while (!socket.closed && !signal.aborted) {
      await sleep(1000);
      socket.write(second);
    }
    if (socket.closed) count(outcomes, 'cut');
    socket.destroy();
  };
  const keep = async (talker: Talker, address: string): Promise<void> => {
    for (; !signal.aborted; await sleep(500)) await keepOne(talker, address);
  };
  await Promise.all(
    target.people.flatMap((person, number) =>
      Array.from({ length: SOCKETS_EACH }, () => keep(person, `203.0.113.${number}`)),
    ),
  );
  return outcomes;
}

/** Many requests at once, then a steady rate of them. */
async function ask(
  target: Target,
  signal: AbortSignal,
  path: string,
  rate: number,
  cookie?: string,
): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const askOne = async (): Promise<void> => count(outcomes, await statusOf(target, path, cookie));
  const first = Array.from({ length: AT_ONCE }, askOne);
  await everySecond(rate, signal, askOne);
  await Promise.all(first);
  return outcomes;
}

/** Sends `GET`, on a connection of its own. @returns the status */
export function statusOf({ port, host }: Target, path: string, cookie?: string): Promise<number> {
  const headers = {
    Host: host,
    Accept: 'application/json',
    'X-Forwarded-For': NETWORK,
    ...(cookie && { Cookie: cookie }),
  };
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) =>
      response.resume().on('end', () => done(required(response.statusCode, 'status'))),
    );
    sent.on('error', failed).end();
  });
}

/** Time in milliseconds until a new socket of a user is signed in. */
export async function timeToSignIn(target: Target, { cookie }: Talker): Promise<number> {
  const began = performance.now();
  const socket = await openUnread(clientOf(target, '198.51.100.250', cookie));
  if (!socket) throw new Error('The socket was refused.');
  await signIn(socket);
  socket.destroy();
  return performance.now() - began;
}
