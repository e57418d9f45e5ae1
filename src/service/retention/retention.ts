import { type RawBuilder, sql } from 'kysely';

import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { ServiceBrand } from '../brands/brands.ts';
import { liveConnectionsOf } from '../chat/presence/presence.ts';
import type { Database } from '../database/database.ts';
import { deleteInSlices } from '../database/delete-in-slices.ts';
import type { Tables } from '../database/tables.ts';
import { purgeDeletedUsers } from './purge-deleted-users.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Forgets, at once and every hour, what is kept for a time only; and at once what a deleted user has left. The privacy policy names these times.
 * @param historyDays how long messages are kept
 * @param vacuum of the embedded database
 */
export function startRetention(
  brands: ServiceBrand[],
  historyDays: number,
  vacuum: Database['vacuum'],
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const enqueue = createSerialQueue();
  const run = (work: () => Promise<void>): void => {
    enqueue(async () => signal.aborted || work()).catch(onError);
  };
  const purge = async (): Promise<void> => {
    for (const brand of brands) await purgeBrand(brand, historyDays, signal);
  };
  const vacuumAll = async (): Promise<void> => {
    for (const { schema } of brands) if (!signal.aborted) await vacuum?.(schema);
  };
  run(purge);
  run(vacuumAll);
  const timers = [setInterval(() => run(purge), HOUR_MS), setInterval(() => run(vacuumAll), MINUTE_MS)];
  for (const brand of brands) brand.events.on('deleted', () => run(() => purgeDeletedUsers(brand, signal)));
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await enqueue(() => Promise.resolve());
    },
  };
}

/** @param signal ends it between two statements */
export async function purgeBrand(brand: ServiceBrand, historyDays: number, signal?: AbortSignal): Promise<void> {
  const forget = (table: keyof Tables, where: RawBuilder<unknown>) => deleteInSlices(brand, table, where, signal);
  await forget('registration', sql`"expiresAt" < now()`);
  await forget('passwordReset', sql`"expiresAt" < now()`);
  await forget('addressChange', sql`"expiresAt" < now()`);
  await forget('verification', sql`"expiresAt" < now()`);
  await forget('session', sql`"expiresAt" < now()`);
  await forget('submission', sql`"at" < now() - interval '5 minutes'`);
  await forget('attempts', sql`"at" < now() - interval '1 day'`);

  const forgotten = sql`now() - make_interval(days => ${historyDays})`;
  // What they said before goes with them, and so do reactions.
  await forget('message', sql`"sentAt" < ${forgotten}`);
  await forget(
    'room',
    sql`"kind" <> 'public' and "activeAt" < ${forgotten} and ("endedAt" is null or "endedAt" < ${forgotten})`,
  );
  await forget('report', sql`"createdAt" < now() - interval '6 months'`);
  await forget('ban', sql`"until" < now()`);
  await forget('bannedAddress', sql`"until" < now()`);
  // Who went without a word no longer waits for a partner.
  const { db } = brand;
  await db
    .deleteFrom('seeker')
    .where('since', '<', sql<Date>`now() - interval '1 hour'`)
    .where((row) => row.not(row.exists(liveConnectionsOf(db, row.ref('seeker.userId')))))
    .execute();
  await purgeDeletedUsers(brand, signal);
}
