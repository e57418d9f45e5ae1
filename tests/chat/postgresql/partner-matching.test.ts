import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';

import { openBrands, type ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import type { ChatRefusal } from '../../../src/service/chat/core/chat-refusal.ts';
import type { ChatUser } from '../../../src/service/chat/core/chat-user.ts';
import { block } from '../../../src/service/chat/moderation/block-mute.ts';
import type { Broadcaster } from '../../../src/service/chat/realtime/broadcaster.ts';
import { findPartner } from '../../../src/service/chat/rooms/partner-matching.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { editions } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { anySearch } from '../../support/service/chat/chat-test-user.ts';
import { countWaiting, holdStatements } from '../../support/service/chat/hold-statements.ts';
import { DEAD, LIVE, people, search, steps } from '../../support/service/partners/partner-commands.ts';
import { pair, PartnerModel } from '../../support/service/partners/partner-model.ts';
import { AUTH_SECRET, databases, newDatabase } from '../../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const testHere = database === 'PGlite' ? test : testWith('postgres');
  let brand: ServiceBrand;
  beforeAll(async () => {
    if (testHere !== test.skip) [brand] = await openNodes(database === 'PGlite' ? undefined : await newDatabase(), 1);
  });

  testHere('people are matched as the documentation says', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const model = new PartnerModel();
        await reset(brand, people);
        for (const id of people) model.online.add(id);
        for (const take of taken) {
          await take(brand, model);
          expect(await waiting(brand)).toEqual([...model.waiting.keys()].toSorted());
        }
      }),
      { numRuns: database === 'PGlite' ? 15 : 60 },
    );
  });
});

describe('on two nodes', () => {
  const testNodes = testWith('postgres');
  const crowd = Array.from({ length: 60 }, (_, number) => `seeker${number}`);
  let url: string;
  let nodes: ServiceBrand[];
  beforeAll(async () => {
    if (testNodes === test.skip) return;
    url = await newDatabase();
    nodes = await openNodes(url, 2);
  });

  testNodes('of people who search at once each is matched once, and no two who fit are left waiting', async () => {
    const searches = fc.array(search, { minLength: crowd.length, maxLength: crowd.length });
    await fc.assert(
      fc.asyncProperty(searches, async (wishes) => {
        await reset(nodes[0]!, crowd);
        const searchOf = new Map(crowd.map((id, number) => [id, wishes[number]!]));
        const found = await Promise.all(
          crowd.map((id, number) => findPartner(searchOf.get(id)!, { id, brand: nodes[number % 2]! })),
        );
        const pairs = found.filter((both) => both.length) as [string, string][];
        const left = await waiting(nodes[0]!);
        expect([...pairs.flat(), ...left].toSorted()).toEqual(crowd.toSorted());
        const rooms = await nodes[0]!.db
          .selectFrom('room')
          .select(['one', 'two'])
          .where('kind', '=', 'partner')
          .execute();
        expect(rooms.map(({ one, two }) => pair(one!, two!)).toSorted()).toEqual(
          pairs.map((both) => pair(...both)).toSorted(),
        );
        const model = new PartnerModel();
        for (const id of crowd) model.online.add(id);
        const fit = (one: string, other: string): boolean => {
          model.waiting.set(other, searchOf.get(other)!);
          return model.mayMeet(one, searchOf.get(one)!, other);
        };
        for (const [one, other] of pairs) expect(fit(one, other), `${one} and ${other}`).toBe(true);
        for (const one of left) for (const other of left) if (one < other) expect(fit(one, other)).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  const [waits, seeks, third, fourth] = ['seeker0', 'seeker1', 'seeker2', 'seeker3'];
  /** Acts of other transactions, which commit after a search has met their locks, and its outcome. */
  const acts: [what: string, statements: string[], outcome: string[] | string][] = [
    ['the waiting person stops to wait', [`delete from seeker where "userId" = '${waits}'`], []],
    [
      'moderators mute the waiting person',
      [
        `select from "user" where id = '${waits}' for update`,
        `with decided as (insert into decision (person, act, facts, initiative, automated)
          values ('${waits}', 'mute', 'Spam', 'own', false) returning id)
        insert into restriction select id, '${waits}', 'mute', now() + interval '1 hour' from decided`,
      ],
      [],
    ],
    [
      'moderators ban the waiting person',
      [
        `delete from seeker where "userId" = '${waits}'`,
        `select from "user" where id = '${waits}' for update`,
        `insert into ban ("userId", until, reason) values ('${waits}', now() + interval '1 hour', 'Spam')`,
      ],
      [],
    ],
    ['the waiting person deletes the account', [`delete from "user" where id = '${waits}'`], []],
    [
      'moderators ban the person who searches',
      [
        `select from "user" where id = '${seeks}' for update`,
        `insert into ban ("userId", until, reason) values ('${seeks}', now() + interval '1 hour', 'Spam')`,
      ],
      'banned',
    ],
    ['the person who searches deletes the account', [`delete from "user" where id = '${seeks}'`], 'gone'],
  ];
  testNodes.for(acts)('a search tries again where %s, and holds up no other', async ([, statements, outcome]) => {
    const [brand, other] = nodes as [ServiceBrand, ServiceBrand];
    await reset(brand, [waits, seeks, third, fourth]);
    await findPartner(anySearch, { id: waits, brand });
    const commit = await begin(statements);
    const tried = vi.fn();
    const found = outcomeOf(findPartner(anySearch, { id: seeks, brand: withListener(other, tried) }));
    await expect.poll(() => tried).toHaveBeenCalled();
    const inGerman = { ...anySearch, lang: 'de' };
    expect(await findPartner(inGerman, { id: third, brand })).toEqual([]);
    expect(await findPartner(inGerman, { id: fourth, brand: other })).toEqual([fourth, third]);
    await commit();
    expect(await found).toEqual(outcome);
  });

  testNodes('a search that waits for another transaction finds the person after a rollback', async () => {
    const [brand, other] = nodes as [ServiceBrand, ServiceBrand];
    await reset(brand, [waits, seeks]);
    await findPartner(anySearch, { id: waits, brand });
    const end = await begin([`delete from seeker where "userId" = '${waits}'`]);
    const tried = vi.fn();
    const found = findPartner(anySearch, { id: seeks, brand: withListener(other, tried) });
    await expect.poll(() => tried).toHaveBeenCalled();
    await end('rollback');
    expect(await found).toEqual([seeks, waits]);
  });

  testNodes('a search waits for a search on a node of the release before', async () => {
    const [brand, other] = nodes as [ServiceBrand, ServiceBrand];
    await reset(brand, [waits, seeks]);
    await findPartner(anySearch, { id: waits, brand });
    const commit = await begin([
      'lock table seeker in exclusive mode',
      `delete from seeker where "userId" = '${waits}'`,
    ]);
    const found = findPartner(anySearch, { id: seeks, brand: other });
    await expect.poll(() => countWaiting(brand)).toBe(1);
    await commit();
    expect(await found).toEqual([]);
  });

  /** Begins a transaction of other work. @returns a function that ends it */
  async function begin(statements: string[]): Promise<(end?: 'rollback') => Promise<unknown>> {
    const client = new Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    for (const statement of [`set search_path to ${nodes[0]!.schema}`, 'begin', ...statements])
      await client.query(statement);
    return (end) => client.query(end ?? 'commit');
  }

  testNodes('a search waits for a block, and knows of it', async () => {
    const [brand, other] = nodes as [ServiceBrand, ServiceBrand];
    await reset(brand, [waits, seeks]);
    await findPartner(anySearch, { id: waits, brand });
    const release = await holdStatements(url, `before insert on ${brand.schema}.block`);
    const broadcaster = { hideFromEachOther: vi.fn(), notifyLobby: vi.fn() } as unknown as Broadcaster;
    const blocked = block({ person: seeks, on: true }, { id: waits, brand } as ChatUser, broadcaster);
    await expect.poll(() => countWaiting(brand)).toBe(1);
    const found = outcomeOf(findPartner(anySearch, { id: seeks, brand: other }));
    await expect.poll(() => countWaiting(brand)).toBe(2);
    await release();
    await blocked;
    expect(await found).toEqual([]);
  });
});

/** The matched pair, or the code of the refusal. */
const outcomeOf = (found: Promise<string[]>): Promise<string[] | string> =>
  found.catch((error: unknown) => (error as ChatRefusal).code);

/** The same brand, which tells of each result of a statement. */
const withListener = (brand: ServiceBrand, onResult: () => void): ServiceBrand => ({
  ...brand,
  db: brand.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      onResult();
      return result;
    },
  }),
});

/** Opens the first brand of several nodes on a new database. */
async function openNodes(url: string | undefined, count: number): Promise<[ServiceBrand, ...ServiceBrand[]]> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'partners-'));
  if (!url) cpSync(inject('embedded'), DATA_DIR, { recursive: true });
  const nodes = await Promise.all(
    Array.from({ length: count }, () =>
      openDatabase(readEnv({ DATA_DIR, AUTH_SECRET, ...(url && { DATABASE_URL: url }) }), () => undefined),
    ),
  );
  afterAll(async () => {
    for (const { close } of nodes) await close();
    rmSync(DATA_DIR, { recursive: true });
  });
  const brands: ServiceBrand[] = [];
  for (const node of nodes) brands.push(...(await openBrands(editions.slice(0, 1), node, AUTH_SECRET)).values());
  return brands as [ServiceBrand];
}

/** Leaves nothing but people who are online. */
async function reset({ db }: ServiceBrand, ids: string[]): Promise<void> {
  for (const table of ['user', 'node', 'decision', 'roomMode', 'room'] as const) await db.deleteFrom(table).execute();
  const now = new Date();
  await db
    .insertInto('user')
    .values(
      ids.map((id) => ({
        id,
        name: id,
        nicknameKey: id,
        email: `${id}@mail.example`,
        emailVerified: true,
        image: null,
        adultConfirmedAt: now,
        rulesAcceptedAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute();
  const seenAt = (node: string) => new Date(now.getTime() + (node === LIVE ? 86_400_000 : -16_000));
  await db
    .insertInto('node')
    .values([LIVE, DEAD].map((id) => ({ id, seenAt: seenAt(id) })))
    .execute();
  await db
    .insertInto('connection')
    .values(ids.map((id) => ({ id, node: LIVE, userId: id })))
    .execute();
}

const waiting = async ({ db }: ServiceBrand): Promise<string[]> =>
  (await db.selectFrom('seeker').select('userId').orderBy('userId').execute()).map(({ userId }) => userId).toSorted();
