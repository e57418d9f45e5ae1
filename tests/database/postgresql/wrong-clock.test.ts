import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { CONNECTIONS } from '../../../src/service/database/database-handle.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { testWith } from '../../support/programs.ts';
import { chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { decideAbout, decisionWith, floodBan } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf } from '../../support/service/moderation/moderator.ts';
import {
  AUTH_SECRET,
  isSignedIn,
  newDatabase,
  type Person,
  startTestService,
  type TestService,
} from '../../support/service/test-service.ts';

const testPostgres = testWith('postgres');
const room = 'en.lounge';
const HOUR_MS = 3_600_000;
/** More than the length of a short session. */
const WRONG_MS = 25 * HOUR_MS;

/** The embedded database has the clock of its process. */
describe('a node whose clock is wrong by more than a day', () => {
  let service: TestService;
  const enter = chatEntry();
  beforeAll(async () => {
    if (testPostgres === test.skip) return undefined;
    service = await startTestService('PostgreSQL', { DATABASE_URL: await newDatabase(), AUTH_SECRET });
    return service.close;
  });

  /** Sets the clock of this process, and of no other: the database keeps the right time. */
  const setClock = (offMs: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + offMs });
  };
  /** How far the times of a row are ahead of the clock of the database, in hours. */
  const hoursAhead = async (
    table: 'ban' | 'registration' | 'restriction' | 'session' | 'user',
    columns: string[],
    person: string,
  ) => {
    const { db, schema } = service.brand('amber');
    const key = table === 'user' ? 'id' : table === 'registration' ? 'email' : 'userId';
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(columns.map((column) => sql`round(extract(epoch from ${sql.id(column)} - now()) / 900)::float / 4 as ${sql.id(column)}`))}
      from ${sql.id(schema, table)} where ${sql.id(key)} = ${person}`.execute(db);
    return rows;
  };
  const signIn = async ({ email, password }: Person) => {
    const visitor = service.visitor();
    expect((await visitor.post(forms.login.action, { email, password })).status).toBe(200);
    return visitor;
  };

  describe.each([
    ['ahead', WRONG_MS],
    ['behind', -WRONG_MS],
  ])('%s', (_, offMs) => {
    const beWrong = (): void => {
      setClock(offMs);
      onTestFinished(() => void vi.useRealTimers());
    };

    testPostgres('opens sessions of the right length, and finds those of other nodes', async () => {
      const { visitor, person } = await service.addUser();
      const id = await idOf(service.brand('amber'), person);
      beWrong();
      expect(await isSignedIn(visitor)).toBe(true);
      const other = await signIn(person);
      expect(await hoursAhead('session', ['createdAt', 'expiresAt'], id)).toEqual([
        { createdAt: 0, expiresAt: 24 },
        { createdAt: 0, expiresAt: 24 },
      ]);
      for (const clock of [0, offMs]) {
        setClock(clock);
        expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, true]);
      }
    });

    testPostgres('bans and mutes for the right time', async () => {
      const [flooder, target] = [await service.addUser(), await service.addUser()];
      const moderator = await addModerator(service);
      beWrong();
      const users = await Promise.all([flooder, target].map(({ visitor }) => enter(visitor, room)));
      await floodBan(users[0]!, service.brand('amber'));
      expect(await hoursAhead('ban', ['until'], users[0]!.me.id)).toEqual([{ until: 0.25 }]);
      await decideAbout(moderator, users[1]!.me, decisionWith({ act: 'mute', hours: 24 }));
      expect(await hoursAhead('restriction', ['until'], users[1]!.me.id)).toEqual([{ until: 24 }]);
      expect(await users[1]!.refusal('send', { room, id: randomUUID(), text: 'Muted' })).toBe('muted');
    });

    testPostgres('registers accounts, and knows new ones', async () => {
      beWrong();
      const visitor = service.visitor();
      const email = `${randomUUID()}@mail.example`;
      const password = 'walnut bicycle thunder';
      const nickname = randomUUID().slice(0, 12);
      await visitor.post(forms.registration.action, {
        email,
        password,
        nickname,
        dateOfBirth: '1990-12-31',
        agreement: 'on',
      });
      expect(await hoursAhead('registration', ['createdAt', 'expiresAt'], email)).toEqual([
        { createdAt: 0, expiresAt: 168 },
      ]);
      await visitor.get(linkIn(await service.sink.mailTo(email)));
      await visitor.post(forms.confirm.action, { password });
      const id = await idOf(service.brand('amber'), { email });
      expect(await hoursAhead('user', ['createdAt', 'rulesAcceptedAt'], id)).toEqual([
        { createdAt: 0, rulesAcceptedAt: 0 },
      ]);
      const user = await enter(visitor, room);
      const answers = [];
      for (let number = 0; number < 12; number += 1)
        answers.push(await user.refusal('send', { room, id: randomUUID(), text: randomUUID() }));
      expect(answers.slice(0, 10)).toEqual(Array(10).fill(undefined));
      expect(answers.at(-1)).toBe('newAccount');
    });
  });
});

testPostgres('the wait for a free connection does not move the clock of the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const settings = { DATABASE_URL: await newDatabase(true), AUTH_SECRET };
  const { dbFor, pools, clockLead, close } = await openDatabase(readEnv(settings), () => undefined);
  onTestFinished(close);
  const before = clockLead();
  const released = Promise.withResolvers<void>();
  const held = Array.from({ length: CONNECTIONS.probes }, () =>
    dbFor.probes.connection().execute(() => released.promise),
  );
  vi.advanceTimersByTime(60_000);
  const { probes } = pools!;
  await expect.poll(() => [probes.idleCount, probes.waitingCount]).toEqual([0, 1]);
  await new Promise((done) => setTimeout(done, 2000));
  released.resolve();
  await Promise.all(held);
  await expect.poll(() => probes.idleCount).toBe(CONNECTIONS.probes);
  // Half of the wait would be a second.
  expect(Math.abs(clockLead() - before)).toBeLessThan(500);
});
