import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { testWith } from '../support/programs.ts';
import { befriend, type TestUser, chatEntry } from '../support/service/chat-test-user.ts';
import { countWaiting } from '../support/service/hold-statements.ts';
import { newDatabase, startTestService, type TestService } from '../support/service/test-service.ts';

const testPostgres = testWith('postgres');
const room = 'en.lounge';

describe('while another transaction holds the row of a private conversation or of its people', () => {
  let service: TestService;
  let url: string;
  const enter = chatEntry();
  let [anna, boris, clara]: TestUser[] = [];
  let conversation: string;
  beforeAll(async () => {
    if (testPostgres === test.skip) return undefined;
    url = await newDatabase();
    service = await startTestService('PostgreSQL', { DATABASE_URL: url, AUTH_SECRET: 'for tests '.repeat(4) });
    [anna, boris, clara] = await Promise.all([1, 2, 3].map(async () => enter((await service.addUser()).visitor, room)));
    conversation = await befriend(anna!, boris!.me.id, service.brand('velvet'));
    await anna!.say(conversation, 'The first');
    await boris!.lobby();
    return service.close;
  });

  /** Locks a row, as acts of moderators do. @returns a function that releases it */
  async function hold(table: 'room' | '"user"', id: string): Promise<() => Promise<unknown>> {
    const holder = new Client(url);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query(`select from ${service.brand('velvet').schema}.${table} where id = $1 for update`, [id]);
    return () => holder.query('commit');
  }

  testPostgres('requests in other rooms are answered, and the conversation continues in its order', async () => {
    const release = await hold('room', conversation);
    const sent: string[] = [];
    const texts = ['The second', 'The third', 'The fourth'];
    const late = texts.map((text) => anna!.say(conversation, text).then(() => sent.push(text)));
    await clara!.say(room, 'In public');
    await anna!.say(room, 'In public as well');
    await clara!.ask('react', { room, seq: 1, reaction: '👍', on: true });
    await boris!.ask('enter', { room: 'de.lounge' });
    expect(sent).toEqual([]);
    await release();
    await Promise.all(late);
    expect(sent).toEqual(texts);
    await expect.poll(() => boris!.heard(conversation)).toEqual(texts);
  });

  testPostgres('a message that was sent twice during the lock is stored once', async () => {
    const release = await hold('room', conversation);
    const draft = { room: conversation, id: randomUUID(), text: 'Only once' };
    const answers = [anna!.ask('send', draft), anna!.ask('send', draft)];
    await clara!.say(room, 'In public again');
    await release();
    const [one, other] = await Promise.all(answers);
    expect(one).toEqual(other);
  });

  testPostgres('a person who leaves the conversation has stopped it', async () => {
    const brand = service.brand('velvet');
    const release = await hold('"user"', boris!.me.id);
    const left = anna!.ask('leave', { room: conversation });
    await expect.poll(() => countWaiting(brand)).toBe(1);
    await release();
    await left;
    const acts = brand.db.selectFrom('relationship').select('other').where('person', '=', anna!.me.id);
    expect(await acts.where('kind', '=', 'stopped').execute()).toEqual([{ other: boris!.me.id }]);
  });
});
