import { type RawBuilder, sql } from 'kysely';

import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import { RELATIONSHIP_DAYS } from '../chat/core/relationships.ts';
import { liveConnectionsOf } from '../chat/presence/presence-queries.ts';
import type { Database } from '../database/database-handle.ts';
import { deleteInSlices } from '../database/delete-in-slices.ts';
import type { Tables } from '../database/tables/tables.ts';
import { endHolds } from './end-holds.ts';
import { purgeCases } from './purge-cases.ts';
import { purgeDeletedUsers } from './purge-data-of-deleted-users.ts';
import { isEmpty, purgeMessages } from './purge-messages.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Deletes expired data at the start and every hour, and data of a deleted user at once. The privacy policy states these times.
 * @param historyDays days that messages are kept
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

/** Deletes expired data of a brand. @param signal aborts between two statements */
export async function purgeBrand(brand: ServiceBrand, historyDays: number, signal?: AbortSignal): Promise<void> {
  const purge = (table: keyof Tables, where: RawBuilder<unknown>) => deleteInSlices(brand, table, where, signal);
  await purge('registration', sql`"expiresAt" < now()`);
  for (const table of ['formerNickname', 'retiredNickname'] as const) await purge(table, sql`"until" < now()`);
  for (const table of ['passwordReset', 'addressChange', 'verification', 'session'] as const)
    await purge(table, sql`"expiresAt" < now()`);
  await purge('submission', sql`"at" < now() - interval '5 minutes'`);
  await purge('attempts', sql`"at" < now() - interval '1 day'`);

  const oldest = sql`now() - make_interval(days => ${historyDays})`;
  // Revisions and reactions are deleted by cascade.
  await endHolds(brand);
  await purgeMessages(brand, sql`"sentAt" < ${oldest}`, signal);
  await purge(
    'room',
    sql`"kind" <> 'public' and "activeAt" < ${oldest} and ("endedAt" is null or "endedAt" < ${oldest}) and ${isEmpty(brand)}`,
  );
  for (const [kind, days] of Object.entries(RELATIONSHIP_DAYS))
    await purge('relationship', sql`"kind" = ${kind} and "at" < now() - make_interval(days => ${days})`);
  // Of earlier releases, about people who have deleted their accounts: no moderator can decide them.
  await purge('report', sql`"case" is null and "createdAt" < now() - interval '6 months'`);
  await purge('heldMessage', sql`"decidedAt" < now() - interval '30 days'`);
  for (const table of ['ban', 'bannedAddress', 'roomMode', 'restriction'] as const)
    await purge(table, sql`"until" < now()`);
  await purgeCases(brand, signal);
  // People who disconnected no longer wait for a partner.
  const { db } = brand;
  await db
    .deleteFrom('seeker')
    .where('since', '<', sql<Date>`now() - interval '1 hour'`)
    .where((row) => row.not(row.exists(liveConnectionsOf(db, row.ref('seeker.userId')))))
    .execute();
  await purgeDeletedUsers(brand, signal);
  const notHeld = (person: RawBuilder<unknown>) =>
    sql`${person} not in (select ${sql.id(brand.schema, 'held_people')}())`;
  await purge(
    'keptMessage',
    sql`${notHeld(sql`"sender"`)} and ("sentAt" < ${oldest}
      or "sender" not in (select "id" from ${sql.id(brand.schema, 'deletedUser')} where "until" > now()))`,
  );
  await purge('heldFact', notHeld(sql`"person"`));
}
