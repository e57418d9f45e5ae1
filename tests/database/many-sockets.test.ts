import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, inject, test } from 'vitest';

import { type ServiceBrand, openBrands } from '../../src/service/brands/open-brands.ts';
import { createCallTimeouts } from '../../src/service/chat/calls/call-timeouts.ts';
import type { ChatUser } from '../../src/service/chat/core/chat-user.ts';
import { createConnectionStore } from '../../src/service/chat/presence/connection-store.ts';
import {
  addConnections,
  storeHeartbeat,
  deleteConnections,
  presenceOf,
  reconcile,
} from '../../src/service/chat/presence/presence-queries.ts';
import type { Broadcaster } from '../../src/service/chat/realtime/broadcaster.ts';
import type { ChatServer } from '../../src/service/chat/realtime/chat-server.ts';
import { disconnectSignedOut } from '../../src/service/chat/realtime/disconnect-signed-out.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { editions } from '../support/configured-site.ts';
import { databases, newDatabase } from '../support/service/test-service.ts';

const AUTH_SECRET = 'for tests '.repeat(4);
/** A statement has 65,535 parameters at most. */
const SOCKETS = 70_000;
const NO_CHANGES = { blocks: {}, reasons: {}, changes: [] };

describe.each(databases)('on %s', (database) => {
  const node = randomUUID();
  let statements = 0;
  let brand: ServiceBrand;
  let users: ChatUser[];
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'many-sockets-'));
    const isEmbedded = database === 'PGlite';
    if (isEmbedded) cpSync(inject('embedded'), folder, { recursive: true });
    const env = readEnv({
      AUTH_SECRET,
      ...(isEmbedded ? { DATA_DIR: folder } : { DATABASE_URL: await newDatabase() }),
    });
    const opened = await openDatabase(
      env,
      () => undefined,
      () => (statements += 1),
    );
    brand = (await openBrands(editions, opened, AUTH_SECRET)).get('amber')!;
    await storeHeartbeat(brand.db, node);
    const edition = brand.editions[0]!;
    const context = {
      brand,
      edition,
      origin: `https://${edition.host}`,
      keyed: () => '',
      ruleChanges: () => NO_CHANGES,
    };
    const user = { ...context, name: 'Anna', joinedAt: 0 };
    users = Array.from({ length: SOCKETS }, (_, number) => ({
      ...user,
      id: `person${number}`,
      session: `session${number}`,
      connection: `socket${number}`,
    }));
    const now = new Date();
    const dates = { adultConfirmedAt: now, rulesAcceptedAt: now, createdAt: now, updatedAt: now };
    const { id } = users[0]!;
    await brand.db
      .insertInto('user')
      .values({ id, name: id, nicknameKey: id, email: id, emailVerified: true, image: null, ...dates })
      .execute();
    await brand.db
      .insertInto('session')
      .values({
        id: users[0]!.session,
        token: 'token',
        userId: id,
        host: 'amber.example',
        userAgent: null,
        ipAddress: null,
        expiresAt: new Date(Date.now() + 60_000),
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    return async () => {
      await opened.close();
      rmSync(folder, { recursive: true });
    };
  });

  const stored = async (): Promise<string[]> =>
    (await brand.db.selectFrom('connection').select('id').execute()).map(({ id }) => id);

  test(`statements take the ids of ${SOCKETS} sockets`, async () => {
    await addConnections(brand, node, users);
    expect(await stored()).toEqual(['socket0']);
    const [first] = await presenceOf(
      brand.db,
      users.map(({ id }) => id),
    );
    expect(first).toMatchObject({ id: 'person0', isOnline: true });
    await deleteConnections(brand, users);
    expect(await stored()).toEqual([]);
    expect(await reconcile(brand, node, users)).toEqual(['person0']);
    const keeper = createCallTimeouts(brand, {} as Broadcaster);
    // The first run reads no ids.
    for (const _ of [1, 2]) await keeper.expireDueCalls(users.map(({ connection }) => connection));
    const closed: string[] = [];
    const sockets = users.map((user) => ({ data: { user }, disconnect: () => closed.push(user.id) }));
    const namespace = { adapter: { rooms: new Map() }, sockets: new Map(sockets.entries()) };
    await disconnectSignedOut({ of: () => namespace } as unknown as ChatServer, brand);
    expect(closed).toEqual(users.slice(1).map(({ id }) => id));
  });

  test('people who come or leave at the same time are stored or deleted together', async () => {
    let told: string[] = [];
    const onError = (error: unknown): never => {
      throw error;
    };
    const store = createConnectionStore(brand, node, (people) => void (told = [...told, ...people]), onError);
    const some = users.slice(0, 100);
    for (const change of [store.open, store.close]) {
      const before = statements;
      told = [];
      for (const user of some) change(user);
      await expect.poll(() => told).toHaveLength(some.length);
      expect(statements - before).toBeLessThan(5);
    }
    expect(await stored()).toEqual([]);
  });
});
