import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { type OpenMetricsContentType, Registry } from 'prom-client';
import { expect, test } from 'vitest';

import type { Tables } from '../database/tables/tables.ts';
import { statementName } from './statement-name.ts';
import { createStatementTimer } from './statement-timer.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('brand_velvet');

test.each([
  ['select message', db.selectFrom('message').innerJoin('user', 'user.id', 'message.sender').select('text')],
  ['select user', db.selectFrom('user as other').select('other.id')],
  ['insert outbox', db.insertInto('outbox').defaultValues()],
  ['update room', db.updateTable('room').set({ head: 1 })],
  ['delete ban', db.deleteFrom('ban').where('reason', '=', 'flood')],
])('%s', (name, query) => {
  expect(statementName(query.compile().query)).toBe(name);
});

test.each([
  [
    'select insert_messages',
    sql`select * from ${sql.id('brand_velvet', 'insert_messages')}(${'drop table'}, ${['x']})`,
  ],
  ['select take', sql`\n  select ${sql.id('brand_velvet', 'take')}(${'key'}, ${1}) as "isWithin"`],
  ['lock seeker', sql`lock table ${sql.id('brand_velvet', 'seeker')} in row exclusive mode`],
  ['update ban', sql`update ${sql.table('brand_velvet.ban')} set reason = ${'user'}`],
  ['begin', sql.raw('begin')],
  [
    'select room',
    sql`${sql.join([sql`select * from ${sql.id('brand_velvet', 'room')}`, sql`select 1`], sql` union all `)}`,
  ],
  ['select', sql`select ${'lena@mail.example'}::text`],
  ['raw', sql`${'lena@mail.example'}`],
])('%s, in SQL', (name, query) => {
  expect(statementName(query.compile(db).query)).toBe(name);
});

test('limits the number of statement names and error codes', async () => {
  const registry = new Registry<OpenMetricsContentType>();
  const time = createStatementTimer([registry], [1]);
  for (let number = 0; number < 1000; number += 1) {
    const query = sql`select * from ${sql.id(`table${number}`)}`.compile(db);
    const error = { code: `lena${number}@mail.example` };
    time({ level: 'error', query, queryDurationMillis: 1, error });
  }
  const text = await registry.metrics();
  expect(text.match(/_count\{/g)).toHaveLength(151);
  expect(text).toContain('chat_database_errors_total{code="other"} 1000');
  expect(text).not.toContain('lena');
});
