import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import {
  databases,
  newDatabase,
  startTestService,
  type TestService,
  testService,
} from '../../support/service/test-service.ts';

const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('moderators slow or close a public room for a time, and free it again', async () => {
    const moderator = await addModerator(service);
    const modes = async () => (await ok(moderator, 'rooms', {})).modes;
    let changes = 0;
    service.brand('amber').events.on('roomModesChanged', () => (changes += 1));
    expect((await ok(moderator, 'rooms', {})).rooms).toContain(room);
    await ok(moderator, 'setRoom', { room, slowSeconds: 30, closed: false, hours: 2 });
    const until = expect.closeTo(Date.now() + 7_200_000, -5) as number;
    expect(await modes()).toEqual([{ room, slowSeconds: 30, closed: false, until }]);
    await ok(moderator, 'setRoom', { room, slowSeconds: 0, closed: true, hours: null });
    expect(await modes()).toEqual([{ room, slowSeconds: 0, closed: true, until: null }]);
    await ok(moderator, 'setRoom', { room, slowSeconds: 0, closed: false, hours: null });
    expect(await modes()).toEqual([]);
    expect(changes).toBe(3);
  });

  test('a mode that has ended is not listed', async () => {
    const moderator = await addModerator(service);
    const { db } = service.brand('amber');
    await ok(moderator, 'setRoom', { room, slowSeconds: 30, closed: false, hours: 1 });
    await db.updateTable('roomMode').set({ until: new Date() }).execute();
    expect((await ok(moderator, 'rooms', {})).modes).toEqual([]);
  });

  test('all rooms are for a lead alone, and other rooms than the public rooms of the brand do not exist', async () => {
    const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
    const closed = { slowSeconds: 0, closed: true, hours: 1 };
    expect(await moderator.request('setRoom', { room: '*', ...closed })).toEqual({ error: 'lead' });
    expect(await lead.request('setRoom', { room: 'en.unknown', ...closed })).toEqual({ error: 'gone' });
    await ok(lead, 'setRoom', { room: '*', ...closed });
    expect((await ok(moderator, 'rooms', {})).modes).toMatchObject([{ room: '*', closed: true }]);
    await ok(lead, 'setRoom', { room: '*', slowSeconds: 0, closed: false, hours: null });
  });
});

describe('two nodes', () => {
  const testNodes = testWith('postgres');
  let one: TestService;
  let two: TestService;
  beforeAll(async () => {
    if (testNodes === test.skip) return;
    const nodes = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' };
    one = await startTestService('PostgreSQL', nodes);
    two = await startTestService('PostgreSQL', { ...nodes, MAIL_URL: one.sink.url });
  });
  afterAll(async () => {
    await two?.close();
    await one?.close();
  });

  testNodes('learn of a changed room, once each', async () => {
    const changes = [0, 0];
    for (const [index, node] of [one, two].entries())
      node.brand('amber').events.on('roomModesChanged', () => (changes[index]! += 1));
    const moderator = await addModerator(one);
    await ok(moderator, 'setRoom', { room, slowSeconds: 10, closed: false, hours: null });
    await expect.poll(() => changes).toEqual([1, 1]);
    await ok(moderator, 'setRoom', { room, slowSeconds: 0, closed: false, hours: null });
    await expect.poll(() => changes).toEqual([2, 2]);
  });
});
