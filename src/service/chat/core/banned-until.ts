import { sql } from 'kysely';

import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Reads the end of a person's ban; undefined without a ban. */
export async function bannedUntil({ db }: ServiceBrand, person: string): Promise<Date | undefined> {
  const ban = await db
    .selectFrom('ban')
    .select('until')
    .where('userId', '=', person)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return ban?.until;
}
