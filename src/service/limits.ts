import { type Kysely, sql } from 'kysely';

import type { Tables } from './database/tables.ts';

/** So many at once, and after that one more in every so many seconds. */
export interface Limit {
  burst: number;
  everySeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What is counted, and how much of it somebody may do. */
export const limits = {
  /** Forms of one network address, whatever they are. */
  network: { burst: 60, everySeconds: 10 },
  /** Passwords for one address from one network address. */
  passwordFromNetwork: { burst: 6, everySeconds: 2 * MINUTE },
  /** Passwords for one address from anywhere: wide, so that a stranger cannot lock its owner out easily. */
  password: { burst: 50, everySeconds: MINUTE },
  /** New accounts from one network address. */
  registration: { burst: 10, everySeconds: 10 * MINUTE },
  /** Mails to one address. */
  mail: { burst: 4, everySeconds: 20 * MINUTE },
  /** Passwords typed with one link. */
  link: { burst: 8, everySeconds: HOUR },
} satisfies Record<string, Limit>;

/**
 * Counts an attempt as a leaky bucket, in one statement, so that it holds over all nodes.
 * @returns whether it is still within its limit
 */
export async function isWithin(db: Kysely<Tables>, key: string, { burst, everySeconds }: Limit): Promise<boolean> {
  const left = sql<number>`greatest(0, attempts.level - extract(epoch from now() - attempts.at) / ${everySeconds})`;
  const counted = await db
    .insertInto('attempts')
    .values({ key, level: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ level: sql`${left} + 1`, at: sql`now()` })
        .where(sql<boolean>`${left} + 1 <= ${burst}`),
    )
    .returning('level')
    .executeTakeFirst();
  return counted !== undefined;
}
