import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { befriend, type TestUser, chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { countWaiting, holdStatements } from '../../support/service/chat/hold-statements.ts';
import { newDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';

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
    conversation = await befriend(anna!, boris!.me.id, service.brand('amber'));
    await anna!.say(conversation, 'The first');
    await boris!.lobby();
    return service.close;
  });

  /** Begins a transaction. @returns functions that lock a row in it, and commit it */
  async function holder() {
    const client = new Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    return {
      lock: (table: 'room' | 'user', id: string) =>
        client.query(`select from ${service.brand('amber').schema}.${table} where id = $1 for update`, [id]),
      release: () => client.query('commit'),
    };
  }
  async function holdConversation(): Promise<() => Promise<unknown>> {
    const { lock, release } = await holder();
    await lock('room', conversation);
    return release;
  }

  testPostgres('requests in other rooms are answered, and the conversation continues in its order', async () => {
    const release = await holdConversation();
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
    const release = await holdConversation();
    const draft = { room: conversation, id: randomUUID(), text: 'Only once' };
    const answers = [anna!.ask('send', draft), anna!.ask('send', draft)];
    await clara!.say(room, 'In public again');
    await release();
    const [one, other] = await Promise.all(answers);
    expect(one).toEqual(other);
  });

  testPostgres(
    'acts of moderators on both accounts and the first message between them wait for each other once',
    async () => {
      const { lock, release } = await holder();
      await lock('user', anna!.me.id);
      const late = boris!.say(conversation, 'The first of Boris');
      // A batch that waited for Anna would keep all rooms waiting, and hold Boris.
      await clara!.say(room, 'In public, once more');
      await lock('user', boris!.me.id);
      await release();
      await late;
    },
  );

  testPostgres('a person who leaves the conversation has stopped it', async () => {
    const brand = service.brand('amber');
    const { lock, release } = await holder();
    await lock('user', boris!.me.id);
    const left = anna!.ask('leave', { room: conversation });
    await expect.poll(() => countWaiting(brand)).toBe(1);
    await release();
    await left;
    const acts = brand.db.selectFrom('relationship').select('other').where('person', '=', anna!.me.id);
    expect(await acts.where('kind', '=', 'stopped').execute()).toEqual([{ other: boris!.me.id }]);
  });

  testPostgres('no conversation is opened with a person who deletes the account meanwhile', async () => {
    const brand = service.brand('amber');
    const { me } = await enter((await service.addUser()).visitor, room);
    const release = await holdStatements(url, `before insert on ${brand.schema}.room`);
    const opened = anna!.refusal('converse', { person: me.id });
    await expect.poll(() => countWaiting(brand)).toBe(1);
    await brand.db.deleteFrom('user').where('id', '=', me.id).execute();
    await release();
    expect(await opened).toBe('gone');
  });
});
