import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { health, resources } from '../../src/contract/api-paths.ts';
import { CONNECTIONS, type Work } from '../../src/service/database/database-handle.ts';
import { testWith } from '../support/programs.ts';
import { chatEntry, type TestUser } from '../support/service/chat-test-user.ts';
import { AUTH_SECRET, newDatabase, startTestService, type TestService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

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

  testPostgres.each(works)('%s, requests of all others are answered', async (held) => {
    const released = Promise.withResolvers<void>();
    onTestFinished(() => released.resolve());
    const { db } = service.brand('velvet').for[held];
    const holders = Array.from({ length: CONNECTIONS[held] }, () => Promise.withResolvers<void>());
    const holding = holders.map((holder) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction);
        holder.resolve();
        await released.promise;
      }),
    );
    await Promise.all(holders.map(({ promise }) => promise));
    for (const work of works) if (work !== held) await requests[work]();
    const late = requests[held]();
    released.resolve();
    await Promise.all([...holding, late]);
  });
});
