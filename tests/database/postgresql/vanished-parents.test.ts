import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { type TestUser, chatEntry, REQUEST_POLL } from '../../support/service/chat/chat-test-user.ts';
import { patientService } from '../../support/service/test-service.ts';

const testPostgres = testWith('postgres');
const room = 'en.lounge';

describe('a connection is stored while another transaction deletes a row that it refers to', () => {
  const service = patientService();
  const enter = chatEntry();
  let anna: TestUser;
  beforeAll(async () => {
    if (testPostgres !== test.skip) anna = await enter((await service.addUser()).visitor, room);
  });

  /** Deletes a row, and commits once a statement that stores connections waits for it. */
  async function deleteMeanwhile(table: string, where: string): Promise<() => Promise<void>> {
    const [deleter, observer] = await Promise.all([client(), client()]);
    await deleter.query('begin');
    await deleter.query(`delete from ${service.brand('amber').schema}.${table} where ${where}`);
    const waiting = async (): Promise<number> => {
      const { rows } = await observer.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert into%"connection"%'`,
      );
      return rows.length;
    };
    return async () => {
      await expect.poll(waiting).toBeGreaterThan(0);
      await deleter.query('commit');
    };
  }
  async function client(): Promise<Client> {
    const opened = new Client(service.url);
    await opened.connect();
    onTestFinished(() => opened.end());
    return opened;
  }
  const namesSeenByAnna = async (): Promise<string[]> =>
    (await anna.ask('people', { room })).people.map(({ name }) => name);

  testPostgres('the row of the node: the next heartbeat stores it', async () => {
    const { visitor } = await service.addUser();
    const commit = await deleteMeanwhile('node', 'true');
    const boris = await enter(visitor, room);
    await commit();
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([boris.me.name]);
    boris.socket.disconnect();
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([]);
  });

  testPostgres('the row of the user: the connection is not stored', async () => {
    const [{ visitor }, other] = await Promise.all([service.addUser(), service.addUser()]);
    const clara = await enter(visitor);
    const commit = await deleteMeanwhile('"user"', `id = '${clara.me.id}'`);
    await enter(visitor);
    const boris = await enter(other.visitor, room);
    await commit();
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([boris.me.name]);
  });
});
