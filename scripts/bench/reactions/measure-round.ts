import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { health } from '../../../src/contract/api-paths.ts';
import type { ChatResponse } from '../../../src/contract/chat/chat-protocol.ts';
import { REACTIONS } from '../../../src/contract/chat/reaction-emoji.ts';
import type { openChat } from '../bans/measure-ban.ts';
import { edition } from '../lib/measured-edition.ts';
import { roundRobin } from '../lib/round-robin.ts';
import type { Round } from './reactions-report.ts';

type ChatSocket = Awaited<ReturnType<typeof openChat>>;

/** Numbers of people of a round. */
export const PEOPLE = { reacting: 60, writers: 40, seekers: 60 };

/** Sockets of people on all nodes, and the room where they meet. */
export interface Crowd {
  ports: number[];
  room: string;
  reacting: ChatSocket[];
  writers: ChatSocket[];
  seekers: ChatSocket[];
}

/** Changes of a person in a round: all reactions, and some of them taken back. */
const CHANGES = [
  ...REACTIONS.map((reaction) => ({ reaction, on: true })),
  ...REACTIONS.slice(2).map((reaction) => ({ reaction, on: false })),
];

/** Partner searches of a person in a round. */
const SEARCHES = 3;

/** Time between two messages, each of the next writer. */
const MESSAGE_EVERY_MS = 30;
const PROBE_EVERY_MS = 100;
/** Time in which messages are alone. */
const BEFORE_MS = 200;

/** Has all people react to a message and search at once, and measures messages of other people until the last answer. */
export async function measureRound({ ports, room, reacting, writers, seekers }: Crowd): Promise<Round> {
  let failed = 0;
  const ask = async (socket: ChatSocket, name: 'react' | 'seek' | 'send', body: object): Promise<number> => {
    const begin = performance.now();
    const answer = (await socket
      .timeout(20_000)
      .emitWithAck(name, body as never)
      .catch(() => ({ error: 'server' }))) as ChatResponse<'send'>;
    if ('error' in answer) failed += 1;
    else if (name === 'send') lastSeq = answer.ok.seq;
    return performance.now() - begin;
  };
  let lastSeq = 0;
  const nextWriter = roundRobin(writers);
  await ask(nextWriter(), 'send', { room, id: randomUUID(), text: randomUUID() });
  const seq = lastSeq;

  const written: Promise<number>[] = [];
  const writing = setInterval(
    () => written.push(ask(nextWriter(), 'send', { room, id: randomUUID(), text: randomUUID() })),
    MESSAGE_EVERY_MS,
  );
  let isReady = true;
  const probing = setInterval(() => {
    for (const port of ports) void fetch(`http://127.0.0.1:${port}${health.ready}`).then(({ ok }) => (isReady &&= ok));
  }, PROBE_EVERY_MS);

  await sleep(BEFORE_MS);
  const begin = performance.now();
  const since = (times: Promise<number>[]) => Promise.all(times).then(() => performance.now() - begin);
  const reactions = reacting.flatMap((socket) =>
    CHANGES.map((change) => ask(socket, 'react', { room, seq, ...change })),
  );
  const searches = seekers.flatMap((socket, index) =>
    Array.from({ length: SEARCHES }, () =>
      ask(socket, 'seek', {
        lang: edition.lang,
        ...(index % 2 ? { iAm: 'man', lookFor: 'woman' } : { iAm: 'woman', lookFor: 'man' }),
        tags: ['a'],
      }),
    ),
  );
  const [reactionsMs, searchesMs] = await Promise.all([since(reactions), since(searches)]);
  clearInterval(writing);
  clearInterval(probing);
  return {
    reactions: reactions.length,
    reactionsMs,
    searches: searches.length,
    searchesMs,
    messagesMs: await Promise.all(written),
    failed,
    isReady,
  };
}
