import { sql } from 'kysely';

import type { Brand } from './brands.ts';

const HOUR_MS = 3_600_000;

/** Forgets, at once and every hour, what is kept for a time only. The privacy policy names these times. */
export function startPurging(brands: Brand[], onError: (error: unknown) => void): NodeJS.Timeout {
  const purge = (): void => {
    Promise.all(brands.map(purgeBrand)).catch(onError);
  };
  purge();
  return setInterval(purge, HOUR_MS);
}

async function purgeBrand({ db }: Brand): Promise<void> {
  await db
    .deleteFrom('registration')
    .where('expiresAt', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('passwordReset')
    .where('expiresAt', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('session')
    .where('expiresAt', '<', sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom('submission')
    .where('at', '<', sql<Date>`now() - interval '5 minutes'`)
    .execute();
  await db
    .deleteFrom('attempts')
    .where('at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
