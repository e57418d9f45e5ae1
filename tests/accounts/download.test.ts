import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

/** Far more than the buffers of a connection hold. */
const MESSAGES = 10_000;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** Fills an account with messages, and requests its download without reading the body. */
  async function download(): Promise<IncomingMessage> {
    const { visitor, person } = await service.addUser();
    const { db } = service.brand('amber');
    const { id } = await db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
    await sql`
      insert into brand_amber.message ("room", "seq", "position", "sender", "clientId", "text")
      select 'en.lounge', number, number, ${id}, gen_random_uuid(), repeat('x', 2000)
      from generate_series(1, ${sql.lit(MESSAGES)}) as number`.execute(db);
    return answerTo(visitor);
  }

  test('the download reads the database page by page, as fast as the client receives it', async () => {
    const answer = await download();
    const start = await textUntil(answer, '"text"');
    const { db } = service.brand('amber');
    await db.deleteFrom('message').execute();
    const { chat } = JSON.parse(start + (await text(answer))) as { chat: { messages: object[]; ban: null } };
    expect(chat.messages.length).toBeGreaterThan(0);
    expect(chat.messages.length).toBeLessThan(MESSAGES);
    expect(chat.ban).toBeNull();
  });

  test('a download that fails midway does not look complete', async () => {
    const answer = await download();
    await textUntil(answer, '"text"');
    const { db } = service.brand('amber');
    await sql`alter table brand_amber.message rename to message_away`.execute(db);
    await expect(text(answer)).rejects.toThrow('aborted');
    await sql`alter table brand_amber.message_away rename to message`.execute(db);
    await db.deleteFrom('message').execute();
    // No such table. @see https://www.postgresql.org/docs/current/errcodes-appendix.html
    expect(service.errors.splice(0)).toMatchObject([{ message: '42P01' }]);
  });
});

/** Reads a stream up to the chunk with a mark; the rest can still be read. */
async function textUntil(stream: IncomingMessage, mark: string): Promise<string> {
  let start = '';
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    start += String(piece);
    if (start.includes(mark)) break;
  }
  return start;
}

/** The head of the answer to a download. */
async function answerTo({ port, host, cookies }: Visitor): Promise<IncomingMessage> {
  const headers = {
    Host: host,
    'Sec-Fetch-Site': 'same-origin',
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const sent = request({ host: '127.0.0.1', port, path: resources.data, headers, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}
