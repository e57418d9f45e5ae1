import { sql } from 'kysely';

import type { Visit } from './http/visit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What is counted: so much at once, and after that one more in every so many seconds. */
const limits = {
  /** Forms of one network address, whatever they are. */
  network: { burst: 60, everySeconds: 10 },
  /** Passwords for one address from one network address. */
  passwordFromNetwork: { burst: 6, everySeconds: 2 * MINUTE },
  /** Passwords for one address from anywhere: wide, so that a stranger cannot lock its owner out easily. */
  password: { burst: 50, everySeconds: MINUTE },
  /** Registrations from one network address. */
  registration: { burst: 10, everySeconds: 10 * MINUTE },
  /** Requests for a new password from one network address. */
  restore: { burst: 10, everySeconds: 10 * MINUTE },
  /** Mails to one address, of one form: registrations by strangers must not keep its owner from a new password. */
  mail: { burst: 4, everySeconds: 20 * MINUTE },
  /** Passwords typed with one link. */
  link: { burst: 8, everySeconds: HOUR },
  /** Passwords typed to delete an account. */
  deletion: { burst: 6, everySeconds: 10 * MINUTE },
};

/**
 * Counts an attempt as a leaky bucket, in one statement, so that it holds over all nodes.
 * @param who what is counted apart, such as an address; kept as a keyed hash
 * @returns whether it is still within its limit
 */
export async function isWithin(
  { brand, keyed }: Pick<Visit, 'brand' | 'keyed'>,
  what: keyof typeof limits,
  ...who: string[]
): Promise<boolean> {
  const { burst, everySeconds } = limits[what];
  const key = keyed(what, ...who);
  const left = sql<number>`greatest(0, attempts.level - extract(epoch from now() - attempts.at) / ${everySeconds})`;
  const counted = await brand.db
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
