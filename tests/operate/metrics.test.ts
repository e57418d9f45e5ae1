import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { CONNECTIONS } from '../../src/service/database/database-handle.ts';
import { chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, newPerson, testService } from '../support/service/test-service.ts';
import { ask } from '../support/service/visitor.ts';

const PATH = '/api/metrics';
const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  const service = testService(database, { TRUSTED_PROXIES: '' });
  const enter = chatEntry();
  const scrape = () => ask(service.port, 'GET', PATH, undefined, { Host: `127.0.0.1:${service.port}` });
  /** Samples of a metric, by their labels. */
  const samples = async (name: string): Promise<Record<string, number>> => {
    const { text } = await scrape();
    const lines = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [, labels = '', value] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line)!;
        return [labels, Number(value)];
      }),
    );
  };

  test('the metrics have the OpenMetrics format', async () => {
    const { status, headers, text } = await scrape();
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    ]);
    expect(text).toMatch(/\n# EOF\n$/);
    expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge');
  });

  test('the metrics count sockets, messages, requests and refusals', async () => {
    const people = [await service.join(), await service.join()];
    const [anna, boris] = [await enter(people[0]!.visitor, room), await enter(people[1]!.visitor, room)];
    const { '': before } = await samples('chat_messages_stored_total');
    // Both messages are sent at once, in a single frame.
    const [{ seq }] = await Promise.all([anna.say(room, 'Good evening'), boris.say(room, 'Good morning')]);
    await expect.poll(() => boris.heard(room)).toHaveLength(2);
    expect(await samples('chat_sockets')).toEqual({ '': 2 });
    expect(await samples('chat_unsent_bytes')).toEqual({ '': 0 });
    expect(await samples('chat_messages_stored_total')).toEqual({ '': before! + 2 });
    expect(await samples('chat_messages_heard_total')).toEqual({ '': 4 });
    expect(await samples('chat_request_duration_seconds_count')).toMatchObject({ 'request="send"': 2 });
    expect(await boris.refusal('edit', { room, seq, text: 'Not mine' })).toBe('gone');
    expect(await boris.refusal('nothing' as 'edit', {})).toBe('body');
    const visitor = service.visitor();
    await visitor.post(forms.registration.action, { ...newPerson(), email: 'none' });
    expect(await samples('chat_refusals_total')).toMatchObject({
      'source="chat",code="gone"': 1,
      'source="chat",code="body"': 1,
      'source="form",code="email"': 1,
    });
    expect(await samples('chat_http_request_duration_seconds_count')).toMatchObject({
      [`route="${forms.registration.action}",status="422"`]: 1,
    });
  });

  test('the metrics describe the database, mails, bans, calls and passwords', async () => {
    const { person } = await service.join();
    const { db } = service.brand('amber');
    const { id } = await db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
    await db
      .insertInto('ban')
      .values({ userId: id, until: new Date(Date.now() + 60_000), reason: 'test' })
      .execute();
    expect(await samples('chat_bans')).toEqual({ '': 1 });
    expect(await samples('chat_calls')).toEqual({ '': 0 });
    await expect.poll(async () => (await samples('chat_outbox_mails'))['']).toBe(0);
    expect(await samples('chat_outbox_age_seconds')).toEqual({ '': 0 });
    expect(await samples('chat_outbox_delay_seconds')).toEqual({ '': 0 });
    expect((await samples('chat_mails_total'))['outcome="sent"']).toBeGreaterThan(0);
    expect(await samples('chat_password_waiting')).toEqual({
      'queue="new_password"': 0,
      'queue="sign_in"': 0,
      'queue="strength"': 0,
    });
    expect(await samples('chat_unexpected_errors_total')).toEqual({ '': 0 });
    expect(await samples('chat_draining')).toEqual({ '': 0 });
    const statements = Object.keys(await samples('chat_database_statement_duration_seconds_count'));
    expect(statements).toEqual(expect.arrayContaining(['insert user', 'update outbox', 'insert session'].map(labelOf)));
    const hasPool = database === 'PostgreSQL';
    expect(await samples('chat_database_waiting')).toEqual(
      hasPool ? Object.fromEntries(Object.keys(CONNECTIONS).map((work) => [`pool="${work}"`, 0])) : {},
    );
    expect(await samples('chat_broadcast_listener')).toEqual(hasPool ? { '': 1 } : {});
    expect(Object.keys(await samples('chat_database_connections'))).toHaveLength(hasPool ? 2 : 0);
  });

  test('no input of visitors becomes a label', async () => {
    const odd = 'x9y8z7';
    const visitor = service.visitor();
    const user = await enter((await service.join({ nickname: odd })).visitor, room);
    await visitor.get(`/api/${odd}?${odd}`);
    await visitor.post(forms.login.action, { email: `${odd}@mail.example`, password: odd, [odd]: odd });
    await user.refusal(odd as 'edit', { [odd]: odd });
    await user.say(room, odd);
    await user.refusal('enter', { room: odd });
    const { text } = await scrape();
    expect(text).not.toContain(odd);
    expect(text).not.toContain('mail.example');
    expect(text.split('\n').length).toBeLessThan(2000);
  });

  test('a database that does not answer does not delay a scrape', async () => {
    const { db } = service.brand('amber');
    await db.transaction().execute(async (transaction) => {
      await transaction.schema.alterTable('ban').addColumn('blocked', 'integer').execute();
      expect(await samples('chat_bans')).toEqual({});
      expect(Object.keys(await samples('chat_sockets'))).toEqual(['']);
      await transaction.schema.alterTable('ban').dropColumn('blocked').execute();
    });
    await expect.poll(async () => Object.keys(await samples('chat_bans'))).toEqual(['']);
  });
});

const labelOf = (statement: string): string => `statement="${statement}"`;
