import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';
import { expect, inject } from 'vitest';

import { makeTalkers, type Talker } from '../../../../scripts/bench/lib/signed-in-users.ts';
import { findPostgres, type Postgres, startPostgres } from '../../../../scripts/lib/programs/start-postgres.ts';
import { readEnv } from '../../../../src/service/config/env.ts';
import { openDatabase } from '../../../../src/service/database/open-database.ts';
import type { Tables } from '../../../../src/service/database/tables/tables.ts';
import type { Edition } from '../../../../src/site/editions/editions.ts';
import { startProxy } from '../node-proxy.ts';
import { type SpawnedService, spawnService } from '../spawn-service.ts';
import type { databases } from '../test-service.ts';

const FREEZE_SHARE = 0.1;
const HOUR_MS = 3_600_000;

/** Nodes of the service behind a proxy, which are killed while users talk. */
export interface ClusterUnderFaults {
  /** Users who are signed in, with their rooms. */
  talkers: Talker[];
  /** Options of a socket of a user, which the proxy connects to a live node. */
  connectionOf: (cookie: string) => {
    url: string;
    forceNew: true;
    reconnectionDelayMax: number;
    extraHeaders: Record<string, string>;
  };
  /** Kills a node in each interval, restarts the database in every fifth, and freezes connections. */
  makeTrouble: (everyMs: number, signal: AbortSignal) => Promise<void>;
  /** Reads the tables of the brand. PGlite opens for one process only: stop the nodes before. */
  read: <Rows>(query: (db: Kysely<Tables>) => Promise<Rows>) => Promise<Rows>;
  stopNodes: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Starts clusters on a database for a suite; `prepare` and `end` belong before and after all its tests. */
export function clustersUnderFaults(database: (typeof databases)[number]) {
  let postgres: Postgres | undefined;
  return {
    prepare: async (): Promise<void> => {
      if (database === 'PostgreSQL') postgres = await startPostgres(findPostgres()!);
    },
    end: (): void => postgres?.remove(),
    startCluster: (edition: Edition, people: number, roomsOf: (number: number) => string[], nodeCount: number) =>
      startCluster(postgres, edition, people, roomsOf, nodeCount),
  };
}

async function startCluster(
  postgres: Postgres | undefined,
  edition: Edition,
  people: number,
  roomsOf: (number: number) => string[],
  nodeCount: number,
): Promise<ClusterUnderFaults> {
  const settings: Record<string, string> = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'faults-')),
    AUTH_SECRET: 'only for tests, and long enough for them',
    PORT: '0',
    ...(postgres && { DATABASE_URL: postgres.newDatabase() }),
  };
  if (!postgres) cpSync(inject('embedded'), settings.DATA_DIR!, { recursive: true });
  const talkers = await makeTalkers(edition, settings, people, roomsOf);
  const proxy = await startProxy();
  const nodes: { service: SpawnedService; port: number }[] = [];

  /** The clock of every second node is an hour ahead. */
  const startNode = async (number: number): Promise<void> => {
    const ahead = `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${HOUR_MS};`)}`;
    const NODE_OPTIONS = number % 2 ? `--import ${ahead}` : '';
    const service = await spawnService('service', inject('site'), { ...settings, NODE_OPTIONS });
    const port = Number(/localhost:(\d+)/.exec(service.output())?.[1]);
    expect([service.output(), port]).toEqual([service.output(), expect.any(Number)]);
    proxy.nodes.add(port);
    nodes[number] = { service, port };
  };
  for (let number = 0; number < nodeCount; number += 1) await startNode(number);

  const stopNodes = async (): Promise<void> => {
    for (const { service } of nodes) await service.kill('SIGTERM');
  };
  return {
    talkers,
    connectionOf: (cookie) => ({
      url: `http://127.0.0.1:${proxy.port}`,
      forceNew: true,
      reconnectionDelayMax: 1000,
      extraHeaders: { Host: edition.host, Origin: `https://${edition.host}`, Cookie: cookie },
    }),
    makeTrouble: async (everyMs, signal) => {
      for (let turn = 0; !signal.aborted; turn += 1) {
        await sleep(everyMs);
        const number = turn % nodes.length;
        const { service, port } = nodes[number]!;
        proxy.nodes.delete(port);
        await service.kill('SIGKILL');
        if (postgres && turn % 5 === 4) {
          postgres.stop('immediate');
          await postgres.start();
        }
        await startNode(number);
        proxy.freeze(FREEZE_SHARE);
      }
    },
    read: async (query) => {
      const { db, close } = await openDatabase(readEnv(settings), () => undefined);
      const rows = await query(db.withSchema(`brand_${edition.brand.id}`));
      await close();
      return rows;
    },
    stopNodes,
    remove: async () => {
      proxy.close();
      await stopNodes();
      rmSync(settings.DATA_DIR!, { recursive: true });
    },
  };
}
