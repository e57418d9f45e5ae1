import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

import type { UnreadyReason } from '../contract/response-schemas.ts';
import { lacksMigrations } from './database/migrations.ts';
import type { Tables } from './database/tables.ts';

/** Whether this node should receive requests. */
export interface Readiness {
  /** Reasons against it; empty while the node is ready. Never throws; resolves within little more than a second. */
  reasons: () => Promise<UnreadyReason[]>;
  /** Makes the node unready before it stops. */
  drain: () => void;
  isDraining: () => boolean;
}

const DATABASE_MS = 1000;

/** @param schemas PostgreSQL schemas of the brands */
export function createReadiness(db: Kysely<Tables>, schemas: string[], log: Logger): Readiness {
  let isDraining = false;
  let lastReasons = '';
  let check: Promise<UnreadyReason[]> | undefined;
  /** Concurrent probes share a check, so that probes do not pile up on a slow database. */
  const checkOnce = (): Promise<UnreadyReason[]> =>
    (check ??= checkDatabase(db, schemas).finally(() => (check = undefined)));
  return {
    reasons: async () => {
      const reasons = await Promise.race([checkOnce(), after<UnreadyReason[]>(DATABASE_MS, ['database'])]);
      const all: UnreadyReason[] = isDraining ? ['draining', ...reasons] : reasons;
      if (String(all) !== lastReasons) log.warn({ reasons: all }, all.length ? 'not ready' : 'ready again');
      lastReasons = String(all);
      return all;
    },
    drain: () => (isDraining = true),
    isDraining: () => isDraining,
  };
}

async function checkDatabase(db: Kysely<Tables>, schemas: string[]): Promise<UnreadyReason[]> {
  try {
    return (await lacksMigrations(db, schemas)) ? ['migrations'] : [];
  } catch {
    return ['database'];
  }
}

const after = <Value>(ms: number, value: Value): Promise<Value> =>
  new Promise((done) => void setTimeout(done, ms, value).unref());
