import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { health } from '../../src/contract/api-paths.ts';
import { databases, testService } from '../support/service/test-service.ts';
import { ask } from '../support/service/visitor.ts';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const probe = async (path: string) => {
    const { status, headers, json } = await ask(service.port, 'GET', path, undefined, { Host: '10.0.0.1' });
    expect(headers['cache-control']).toBe('no-store');
    return [status, json()];
  };

  test('the service is alive and ready for a probe with an unknown host', async () => {
    expect(await probe(health.live)).toEqual([200, { status: 'live' }]);
    expect(await probe(health.ready)).toEqual([200, { status: 'ready' }]);
  });

  test('the service is not ready while tables of a brand lack a migration', async () => {
    const { db, schema } = service.brand('onyx');
    const applied = sql.id(schema, 'kysely_migration');
    await sql`update ${applied} set name = 'from elsewhere' where name = '002-chat'`.execute(db);
    expect(await probe(health.ready)).toEqual([503, { status: 'unready', reasons: ['migrations'] }]);
    await sql`update ${applied} set name = '002-chat' where name = 'from elsewhere'`.execute(db);
    expect(await probe(health.ready)).toEqual([200, { status: 'ready' }]);
  });

  test('the service is not ready while no migration of a brand is known', async () => {
    const { db, schema } = service.brand('onyx');
    await sql`alter table ${sql.id(schema, 'kysely_migration')} rename to elsewhere`.execute(db);
    expect(await probe(health.ready)).toEqual([503, { status: 'unready', reasons: ['migrations'] }]);
    await sql`alter table ${sql.id(schema, 'elsewhere')} rename to kysely_migration`.execute(db);
    expect(await probe(health.ready)).toEqual([200, { status: 'ready' }]);
  });

  test('the service is alive but not ready while the database does not answer', async () => {
    const { db, schema } = service.brand('amber');
    await db.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.id(schema, 'kysely_migration')}`.execute(transaction);
      expect(await probe(health.ready)).toEqual([503, { status: 'unready', reasons: ['database'] }]);
      expect(await probe(health.live)).toEqual([200, { status: 'live' }]);
    });
    await expect.poll(() => probe(health.ready)).toEqual([200, { status: 'ready' }]);
    const told = service.logged.filter((line) => line.includes('"reasons":["database"]'));
    expect(told).toHaveLength(1);
  });
});
