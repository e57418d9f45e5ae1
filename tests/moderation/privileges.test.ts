import { describe, expect, test } from 'vitest';

import { BODY_MAX_BYTES } from '../../src/contract/api-paths.ts';
import { MODERATION_API } from '../../src/contract/moderation/protocol.ts';
import { moderationSchemas } from '../../src/contract/moderation/schemas.ts';
import { dump } from '../support/service/dump-database.ts';
import { addCase, decisionWith, ok, sendAppeal } from '../support/service/moderation/moderation-cases.ts';
import {
  addModerator,
  idOf,
  sendModerationRequest,
  type TestModerator,
} from '../support/service/moderation/moderator.ts';
import { databases, testService } from '../support/service/test-service.ts';
import { foreignOrigins, type Reply, type Visitor } from '../support/service/visitor.ts';

const ID = '3f0e8a52-9a3c-4d5b-8f25-0c8a6f6a7d11';

/** All rows but those of running nodes. */
const rowsOf = async (brand: Parameters<typeof dump>[0]): Promise<string> =>
  (await dump(brand)).replaceAll(/^\S+\.(?:node|connection) .*\n?/gm, '');

/** The same without limits, in which requests of moderators count. */
const rowsBesideLimits = async (brand: Parameters<typeof dump>[0]): Promise<string> =>
  (await rowsOf(brand)).replaceAll(/^\S+\.attempts .*\n?/gm, '');

/** A body that fits each request. */
const bodies: Record<string, object> = {
  enrol: { password: 'walnut bicycle thunder' },
  verify: { code: '123456' },
  verifyPasskey: { credential: '{"id":"x","response":{}}' },
  queue: { list: 'open' },
  claim: { case: ID },
  release: { case: ID },
  names: { case: ID },
  identify: { case: ID, nickname: 'Anna' },
  escalate: { case: ID, escalation: 'life' },
  identity: { case: ID },
  hold: { case: ID, on: true, note: 'A court asks for it.' },
  decide: { case: ID, act: 'ban', hours: null, facts: 'Insults.', rule: 'adults-only' },
  openCase: { nickname: 'Anna' },
  undo: { decision: ID, note: 'A mistake.' },
  undoSession: { session: ID, note: 'It was stolen.' },
  releaseBrake: { moderator: ID },
  answerAppeal: { decision: ID, upheld: true, answer: 'It stays.' },
  setRoom: { room: '*', slowSeconds: 30, closed: true, hours: null },
  releaseMessage: { id: ID },
  refuseMessage: { id: ID, rule: 'no-advertising', facts: 'Facts' },
};
const names = Object.keys(moderationSchemas);
const bodyOf = (name: string): object => bodies[name] ?? {};

const beforeSecondFactor = new Set(['me', 'enrol', 'verify', 'passkeyOptions', 'verifyPasskey']);

test('each body above fits its request', () => {
  for (const [name, schema] of Object.entries(moderationSchemas))
    expect([name, schema.safeParse(bodyOf(name)).error]).toEqual([name, undefined]);
});

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** All that a response tells, except its time. */
  const seenBy = ({ status, headers, text }: Reply) => {
    const { date: _, ...rest } = headers;
    return JSON.stringify({ status, rest, text });
  };

  test('visitors, users, moderators of another brand and former moderators all get the same response to everything', async () => {
    const { db } = service.brand('amber');
    const former = await addModerator(service, 'lead');
    expect(await former.request('log', {})).toHaveProperty('ok');
    await db.deleteFrom('moderator').where('userId', '=', former.id).execute();
    const ofOtherBrand = await addModerator(service, 'lead', { host: 'onyx.example' });
    const copiedSession = service.visitor();
    for (const cookie of ofOtherBrand.visitor.cookies) copiedSession.cookies.set(...cookie);
    // The same session on another host of its own brand.
    const onOtherHost = service.visitor('de.amber.example');
    const present = await addModerator(service, 'lead');
    for (const cookie of present.visitor.cookies) onOtherHost.cookies.set(...cookie);
    const { visitor: user } = await service.addUser();
    const people: Record<string, Visitor> = {
      visitor: service.visitor(),
      user,
      former: former.visitor,
      ofOtherBrand: copiedSession,
      onOtherHost,
      moderatorOfOnyxAsUser: (await service.addUser({ email: ofOtherBrand.person.email })).visitor,
    };
    const before = await rowsOf({ db });
    const responses = new Map<string, string>();
    for (const [who, visitor] of Object.entries(people))
      for (const name of [...names, 'noRequest', '__proto__', 'constructor'])
        for (const body of [bodyOf(name), { unexpected: 1 }, 'no JSON', ''])
          responses.set(seenBy(await sendModerationRequest(visitor, name, body)), `${who} ${name}`);
    const [response, ...others] = responses.keys();
    expect(others).toEqual([]);
    expect(JSON.parse(response!)).toMatchObject({ status: 404, text: '{"error":"forbidden"}' });
    expect(await rowsOf({ db })).toBe(before);
    // A moderator, too, gets it for an unknown name.
    expect(seenBy(await sendModerationRequest(present.visitor, 'noRequest', {}))).toBe(response);
  });

  test('a demotion takes effect at the next request', async () => {
    const { db } = service.brand('amber');
    const lead = await addModerator(service, 'lead');
    expect(await lead.request('log', {})).toHaveProperty('ok');
    await db.updateTable('moderator').set({ role: 'moderator' }).where('userId', '=', lead.id).execute();
    expect(await lead.request('log', {})).toEqual({ error: 'lead' });
    await db.deleteFrom('moderator').where('userId', '=', lead.id).execute();
    expect(await lead.request('me', {})).toEqual({ error: 'forbidden' });
  });

  test('without the second factor a moderator can only give it', async () => {
    const { visitor, person } = await service.addUser();
    const { db } = service.brand('amber');
    await db
      .insertInto('moderator')
      .values({ userId: await idOf({ db }, person), role: 'lead' })
      .execute();
    const before = await rowsBesideLimits({ db });
    for (const name of names.filter((one) => !beforeSecondFactor.has(one)))
      for (const body of [bodyOf(name), { unexpected: 1 }, 'no JSON']) {
        const { status, text } = await sendModerationRequest(visitor, name, body);
        expect([name, status, text]).toEqual([name, 403, '{"error":"secondFactor"}']);
      }
    expect(await rowsBesideLimits({ db })).toBe(before);
    const me = (await sendModerationRequest(visitor, 'me', {})).json() as { ok: object };
    expect(Object.keys(me.ok).toSorted()).toEqual(['hasPasskey', 'role', 'secondFactor']);
  });

  test('a moderator who is no lead reads no log', async () => {
    const moderator = await addModerator(service);
    for (const body of [{}, { unexpected: 1 }, 'no JSON']) {
      const { status, text } = await sendModerationRequest(moderator.visitor, 'log', body);
      expect([status, text]).toEqual([403, '{"error":"lead"}']);
    }
  });

  test('a body that does not fit is refused to moderators, and not logged', async () => {
    const lead = await addModerator(service, 'lead');
    const { db } = service.brand('amber');
    const before = await rowsBesideLimits({ db });
    for (const name of names)
      for (const body of [{ ...bodyOf(name), unexpected: 1 }, 'no JSON', '', '[]', 'null']) {
        const { status, text } = await sendModerationRequest(lead.visitor, name, body);
        expect([name, status, text]).toEqual([name, 422, '{"error":"body"}']);
      }
    expect(await rowsBesideLimits({ db })).toBe(before);
    expect((await sendModerationRequest(lead.visitor, 'log', 'x'.repeat(BODY_MAX_BYTES + 1))).status).toBe(413);
  });

  test('requests from other origins, and reads, are refused', async () => {
    const lead = await addModerator(service, 'lead');
    for (const Origin of foreignOrigins(lead.visitor))
      expect((await sendModerationRequest(lead.visitor, 'log', {}, { Origin })).status, Origin).toBe(403);
    for (const name of ['log', 'noRequest'])
      expect((await lead.visitor.get(`${MODERATION_API}/${name}`)).text).toBe('Not found.\n');
  });

  test('a moderator meets neither a case nor a ban about a former account of the mailbox', async () => {
    const brand = service.brand('amber');
    const { db } = brand;
    const [lead, moderator] = [await addModerator(service, 'lead'), await addModerator(service)];
    const { person } = await service.addUser();
    const eve = { id: await idOf(brand, person), name: person.nickname };
    const { case: id } = await addCase(brand, undefined, eve);
    await db.deleteFrom('user').where('id', '=', eve.id).execute();
    const deleted = { addressKey: 'hash of the address', nextAccounts: [moderator.id] };
    await db.updateTable('moderationCase').set(deleted).where('id', '=', id).execute();
    const workOf = async ({ request }: TestModerator) =>
      ((await request('me', {})) as { ok: { work: object } }).ok.work;
    const others = (await workOf(lead)) as { open: number };
    expect(await workOf(moderator)).toEqual({ ...others, open: others.open - 1 });
    for (const name of ['claim', 'names'] as const)
      expect(await moderator.request(name, { case: id }), name).toEqual({ error: 'gone' });
    expect(await moderator.request('hold', { case: id, on: true, note: 'Mine.' })).toEqual({ error: 'gone' });
    expect(JSON.stringify(await ok(moderator, 'queue', { list: 'open' }))).not.toContain(id);
    const ban = { case: id, ...decisionWith({ act: 'ban', hours: 24 }) };
    const { decision } = await ok(lead, 'decide', ban);
    expect(await moderator.request('undo', { decision, note: 'Mine.' })).toEqual({ error: 'ownDecision' });
    expect((await sendAppeal(moderator.visitor, decision, 'Not me.')).status).toBe(200);
    for (const name of ['appeals', 'done'] as const)
      expect(JSON.stringify(await ok(moderator, name, {})), name).not.toContain(decision);
    const answer = { decision, upheld: false, answer: 'Not me.' };
    expect(await moderator.request('answerAppeal', answer)).toEqual({ error: 'ownDecision' });
    expect(await (await addModerator(service)).request('answerAppeal', answer)).toEqual({ ok: {} });
  });
});
