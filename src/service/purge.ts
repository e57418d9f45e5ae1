import { type RawBuilder, sql } from 'kysely';

import type { Brand } from './brands.ts';
import { isThere } from './chat/presence.ts';

const HOUR_MS = 3_600_000;

/**
 * Forgets, at once and every hour, what is kept for a time only. The privacy policy names these times.
 * @param historyDays how long messages are kept
 */
export function startPurging(brands: Brand[], historyDays: number, onError: (error: unknown) => void): NodeJS.Timeout {
  const purge = (): void => {
    Promise.all(brands.map((brand) => purgeBrand(brand, historyDays))).catch(onError);
  };
  purge();
  return setInterval(purge, HOUR_MS);
}

export async function purgeBrand({ db }: Brand, historyDays: number): Promise<void> {
  const now = before('0');
  await db.deleteFrom('registration').where('expiresAt', '<', now).execute();
  await db.deleteFrom('passwordReset').where('expiresAt', '<', now).execute();
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
  await db.deleteFrom('submission').where('at', '<', before('5 minutes')).execute();
  await db.deleteFrom('attempts').where('at', '<', before('1 day')).execute();

  const forgotten = before(`${historyDays} days`);
  // What they said before goes with them, and so do reactions.
  await db.deleteFrom('message').where('sentAt', '<', forgotten).execute();
  await db
    .deleteFrom('room')
    .where('kind', '!=', 'public')
    .where('activeAt', '<', forgotten)
    .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('endedAt', '<', forgotten)]))
    .execute();
  await db.deleteFrom('report').where('createdAt', '<', before('6 months')).execute();
  await db.deleteFrom('ban').where('until', '<', now).execute();
  // Whoever went without a word no longer waits for a partner.
  await db
    .deleteFrom('seeker')
    .where('since', '<', before('1 hour'))
    .where((row) => row.not(row.exists(isThere(db, row.ref('seeker.userId')))))
    .execute();
}

const before = (interval: string): RawBuilder<Date> => sql<Date>`now() - ${interval}::interval`;
