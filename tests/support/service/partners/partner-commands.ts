import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { expect } from 'vitest';

import { AGE_GROUPS, PARTNER_KINDS, type PartnerSearch } from '../../../../src/contract/chat/partner-wishes.ts';
import type { ServiceBrand } from '../../../../src/service/brands/open-brands.ts';
import type { ChatRefusal } from '../../../../src/service/chat/core/chat-refusal.ts';
import { findPartner, stopSeeking } from '../../../../src/service/chat/rooms/partner-matching.ts';
import { pair, type PartnerModel } from './partner-model.ts';

/** Their ids. */
export const people = Array.from({ length: 7 }, (_, number) => `person${number}`);
/** Nodes with and without heartbeats. */
export const LIVE = randomUUID();
export const DEAD = randomUUID();

const person = fc.constantFrom(...people);
const two = fc.uniqueArray(person, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[string, string]>;
const mostly = <Value>(usual: Value, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });
/** Mostly men who look for women, so that several wait for the same search. */
const kinds: fc.Arbitrary<Pick<PartnerSearch, 'iAm' | 'lookFor'>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ iAm: 'man', lookFor: 'woman' } as const) },
  { weight: 3, arbitrary: fc.constant({ iAm: 'woman', lookFor: 'man' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      iAm: fc.constantFrom(...PARTNER_KINDS),
      lookFor: fc.constantFrom(...PARTNER_KINDS, 'anyone'),
    }),
  },
);
const wishes: fc.Arbitrary<Partial<PartnerSearch>> = fc.record(
  {
    tags: fc.uniqueArray(fc.constantFrom('art', 'books', 'chess', 'dogs', 'jazz', 'tea'), { maxLength: 5 }),
    age: fc.constantFrom(...AGE_GROUPS.slice(0, 3)),
    ages: mostly([], fc.subarray(AGE_GROUPS.slice(0, 3))),
  },
  { requiredKeys: [] },
);
const lang = fc.oneof({ weight: 9, arbitrary: fc.constant('en') }, { weight: 1, arbitrary: fc.constant('de') });
export const search: fc.Arbitrary<PartnerSearch> = fc
  .tuple(lang, kinds, wishes)
  .map(([spoken, ofKind, wish]) => ({ lang: spoken, ...ofKind, ...wish }));

type Step = (brand: ServiceBrand, model: PartnerModel) => Promise<unknown>;

/** A search: the service and the model have to agree. */
const seek =
  (who: string, wish: PartnerSearch): Step =>
  async (brand, model) => {
    const outcome = await findPartner(wish, { id: who, brand }).then(
      ([, partner]) => (partner === undefined ? {} : { partner }),
      (error: unknown) => ({ refusal: (error as ChatRefusal).code }),
    );
    expect(outcome, `${who} seeks ${JSON.stringify(wish)}`).toEqual(model.seek(who, wish));
  };
const stop =
  (who: string): Step =>
  async (brand, model) => {
    await stopSeeking({ id: who, brand });
    model.waiting.delete(who);
  };
const block =
  ([blocker, blocked]: [string, string], on: boolean): Step =>
  async ({ db }, { blocks }) => {
    blocks[on ? 'add' : 'delete'](`${blocker} ${blocked}`);
    await db.deleteFrom('block').where('blocker', '=', blocker).where('blocked', '=', blocked).execute();
    if (on) await db.insertInto('block').values({ blocker, blocked }).execute();
  };
const restrict =
  (who: string, kind: 'mute' | 'limit', until: Date): Step =>
  async ({ db }, { restricted }) => {
    restricted.delete(who);
    if (until > new Date()) restricted.set(who, kind === 'mute' ? 'muted' : 'limited');
    await db.deleteFrom('restriction').where('userId', '=', who).execute();
    const decision = { person: who, act: kind, facts: 'Spam', initiative: 'own', automated: false, until } as const;
    const { id } = await db
      .insertInto('decision')
      .values(decision as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('restriction').values({ decision: id, userId: who, kind, until }).execute();
  };
/** A banned person does not wait. */
const ban =
  (userId: string, on: boolean): Step =>
  async ({ db }, { banned, waiting }) => {
    banned[on ? 'add' : 'delete'](userId);
    if (on) waiting.delete(userId);
    await db.deleteFrom('ban').where('userId', '=', userId).execute();
    await db
      .insertInto('ban')
      .values({ userId, until: endOf(on), reason: 'Spam' })
      .execute();
    if (on) await db.deleteFrom('seeker').where('userId', '=', userId).execute();
  };
const connect =
  (userId: string, node: string | undefined): Step =>
  async ({ db }, { online }) => {
    online[node === LIVE ? 'add' : 'delete'](userId);
    await db.deleteFrom('connection').where('userId', '=', userId).execute();
    if (node) await db.insertInto('connection').values({ id: randomUUID(), node, userId }).execute();
  };
const part =
  (who: string): Step =>
  async ({ db }, { partners }) => {
    for (const both of partners) if (both.split(' and ').includes(who)) partners.delete(both);
    await db
      .updateTable('room')
      .set({ endedAt: new Date() })
      .where('kind', '=', 'partner')
      .where(({ or, eb }) => or([eb('one', '=', who), eb('two', '=', who)]))
      .execute();
  };
/** @param writers number of people who have written to the other in private */
const talk =
  ([one, other]: [string, string], writers: number, hasStopped: boolean): Step =>
  async ({ db }, { talking }) => {
    talking[writers === 2 && !hasStopped ? 'add' : 'delete'](pair(one, other));
    const both = [one, other];
    await db.deleteFrom('relationship').where('person', 'in', both).where('other', 'in', both).execute();
    const acts = [
      { person: one, other, kind: 'wrote' as const },
      { person: other, other: one, kind: 'wrote' as const },
    ].slice(0, writers);
    const stopped = hasStopped ? [{ person: one, other, kind: 'stopped' as const }] : [];
    const rows = [...acts, ...stopped].map((act) => ({ ...act, at: new Date() }));
    if (rows.length) await db.insertInto('relationship').values(rows).execute();
  };
const close =
  (closed: boolean): Step =>
  async ({ db }, model) => {
    model.isClosed = closed;
    await db.deleteFrom('roomMode').execute();
    await db.insertInto('roomMode').values({ room: '*', slowSeconds: 0, closed }).execute();
  };

const endOf = (isInForce: boolean): Date => new Date(Date.now() + (isInForce ? 3_600_000 : -1));
/** Most people may search and are found most of the time. */
const rarely = fc.nat(4).map((number) => number === 0);
const step = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
export const steps = fc.array(
  fc.oneof(
    step(
      12,
      fc.tuple(person, search).map((args) => seek(...args)),
    ),
    step(1, person.map(stop)),
    step(
      2,
      fc.tuple(two, rarely).map((args) => block(...args)),
    ),
    step(
      1,
      fc.tuple(person, fc.constantFrom('mute', 'limit'), rarely.map(endOf)).map((args) => restrict(...args)),
    ),
    step(
      1,
      fc.tuple(person, rarely).map((args) => ban(...args)),
    ),
    step(
      2,
      fc.tuple(person, fc.constantFrom(LIVE, LIVE, LIVE, DEAD, undefined)).map((args) => connect(...args)),
    ),
    step(3, person.map(part)),
    step(
      2,
      fc.tuple(two, fc.nat(2), fc.boolean()).map((args) => talk(...args)),
    ),
    step(1, rarely.map(close)),
  ),
  { minLength: 40, maxLength: 80, size: 'max' },
);
