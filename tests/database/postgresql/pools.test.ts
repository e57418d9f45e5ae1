import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { health, resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { CONNECTIONS, type Work } from '../../../src/service/database/database-handle.ts';
import { testWith } from '../../support/programs.ts';
import { chatEntry, opening, openSocket, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { addModerator, sendModerationRequest } from '../../support/service/moderation/moderator.ts';
import { AUTH_SECRET, newDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';
import type { Reply, Visitor } from '../../support/service/visitor.ts';

const testPostgres = testWith('postgres');
const room = 'en.lounge';
const works = Object.keys(CONNECTIONS) as Work[];

describe('while requests hold every connection of one kind of work', () => {
  let service: TestService;
  let visitor: Visitor;
  let anna: TestUser;
  const enter = chatEntry();
  beforeAll(async () => {
    if (testPostgres === test.skip) return undefined;
    service = await startTestService('PostgreSQL', { DATABASE_URL: await newDatabase(), AUTH_SECRET });
    ({ visitor } = await service.addUser());
    anna = await enter(visitor, room);
    await anna.say(room, 'The first');
    return service.close;
  });

  /** A request of each kind of work. */
  const requests: Record<Work, () => Promise<unknown>> = {
    other: async () => {
      expect((await visitor.get(resources.account)).status).toBe(200);
      await anna.ask('enter', { room });
      await anna.lobby();
    },
    messages: () => anna.say(room, randomUUID()),
    changes: () => anna.ask('react', { room, seq: 1, reaction: '👍', on: true }),
    matching: () => anna.ask('seek', { lang: 'en', iAm: 'man', lookFor: 'woman' }),
    probes: async () => expect((await visitor.get(health.ready)).status).toBe(200),
  };

  /** Holds all connections for a kind of work. @returns a function that releases them */
  async function hold(work: Work): Promise<() => Promise<unknown>> {
    const released = Promise.withResolvers<void>();
    onTestFinished(() => released.resolve());
    const { db } = service.brand('amber').for[work];
    const holders = Array.from({ length: CONNECTIONS[work] }, () => Promise.withResolvers<void>());
    const holding = holders.map((holder) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
        holder.resolve();
        await released.promise;
      }),
    );
    await Promise.all(holders.map(({ promise }) => promise));
    return () => {
      released.resolve();
      return Promise.all(holding);
    };
  }

  testPostgres.each(works)('%s, requests of all others are answered', async (held) => {
    const release = await hold(held);
    for (const work of works) if (work !== held) await requests[work]();
    const late = requests[held]();
    await release();
    await late;
  });

  testPostgres('requests that wait for a connection for too long are asked to come again', async () => {
    const moderator = await addModerator(service);
    const http = async (answer: Promise<Reply>) => {
      const { status, headers } = await answer;
      return [status, 'retry-after' in headers];
    };
    const draft = { room, id: randomUUID(), text: 'Too late' };
    const all: Record<string, [asked: () => Promise<unknown>, busy: unknown]> = {
      account: [() => http(visitor.get(resources.account)), [503, true]],
      form: [() => http(visitor.post(forms.login.action, { email: 'x@mail.example', password: 'x' })), [503, true]],
      moderation: [() => http(sendModerationRequest(moderator.visitor, 'me', {})), [429, true]],
      handshake: [() => opening(openSocket(visitor)), { error: 'tooMany' }],
      read: [() => anna.refusal('enter', { room }), 'tooMany'],
      message: [() => anna.refusal('send', draft), 'tooMany'],
      change: [() => anna.refusal('react', { room, seq: 1, reaction: '👍', on: true }), 'tooMany'],
      search: [() => anna.refusal('seek', { lang: 'en', iAm: 'man', lookFor: 'woman' }), 'tooMany'],
    };
    const held = await Promise.all(works.filter((work) => work !== 'probes').map(hold));
    const answers = await Promise.all(
      Object.entries(all).map(async ([name, [asked]]): Promise<[string, unknown]> => [name, await asked()]),
    );
    await Promise.all(held.map((release) => release()));
    const busy = Object.entries(all).map(([name, [, expected]]) => [name, expected]);
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(busy));
    // Operators learn of it.
    const codes = service.errors.splice(0).map((error) => (error as Error).message);
    expect(new Set(codes)).toEqual(new Set(['POOL_EXHAUSTED']));
  });
});
