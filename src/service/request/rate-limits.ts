import { sql } from 'kysely';

import { type FormError, tooMany } from './form-result.ts';
import type { RequestContext } from './request-context.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What is counted: so much at once, and after that one more in every so many seconds. */
export const rateLimits = {
  /** Forms of all kinds from one network, of browsers that have never signed in. */
  network: { burst: 60, everySeconds: 10 },
  /** The same from a /24 or /48: wide, as many households can share an IPv4 /24. */
  wideNetwork: { burst: 300, everySeconds: 2 },
  /** Forms of all kinds of one known device. */
  device: { burst: 60, everySeconds: 10 },
  /** Forms of the known devices of one network, so that new sign-ins do not bring new limits without end. */
  devicesOfNetwork: { burst: 300, everySeconds: 2 },
  /** Passwords for one address from one network. */
  passwordFromNetwork: { burst: 6, everySeconds: 2 * MINUTE },
  /** Passwords for one address from one /24 or /48. */
  passwordFromWideNetwork: { burst: 12, everySeconds: 2 * MINUTE },
  /** Passwords for one address from a device that it has signed in on, which none of the other limits concern. */
  passwordFromDevice: { burst: 10, everySeconds: 2 * MINUTE },
  /** Passwords for one address from all unknown devices. */
  password: { burst: 50, everySeconds: MINUTE },
  /** Registrations from one network. */
  registration: { burst: 10, everySeconds: 10 * MINUTE },
  /** Registrations from one /24 or /48. */
  registrationFromWideNetwork: { burst: 60, everySeconds: 2 * MINUTE },
  /** Requests for a new password from one network. */
  restore: { burst: 10, everySeconds: 10 * MINUTE },
  /** Requests for a new password from one /24 or /48. */
  restoreFromWideNetwork: { burst: 60, everySeconds: 2 * MINUTE },
  /** New passwords from one network that are checked for their strength. */
  newPassword: { burst: 20, everySeconds: 30 },
  /**
   * Mails to one address, of one form: registrations by strangers must not keep its owner from a new password. Beyond this and
   * the next, the answer is the same and no mail is sent: strangers learn nothing of each other. A change of address is refused.
   */
  mail: { burst: 4, everySeconds: 20 * MINUTE },
  /** The same over a day: ten at once, and ten more in a day. */
  mailOfDay: { burst: 10, everySeconds: 2.4 * HOUR },
  /** Mails to one address that a device asks for which is known to it; strangers cannot use them up. */
  mailFromDevice: { burst: 4, everySeconds: 20 * MINUTE },
  /** Passwords typed with one link. */
  link: { burst: 8, everySeconds: HOUR },
  /** Messages of one account. */
  message: { burst: 20, everySeconds: 1 },
  /** Messages with a link in them: what spam consists of. */
  linkInMessage: { burst: 3, everySeconds: MINUTE },
  /** Bytes of long texts of one account, sent or edited: 250 a second is far more than anybody types. */
  longText: { burst: 64_000, everySeconds: 1 / 250 },
  /** Edits, deletions and reactions of one account. */
  change: { burst: 30, everySeconds: 1 },
  /** Conversations that one account opens with others. */
  converse: { burst: 10, everySeconds: 2 * MINUTE },
  /** Rooms that one account leaves, which everybody there is told. */
  leave: { burst: 20, everySeconds: 3 },
  /** Partners that one account looks for. */
  seek: { burst: 20, everySeconds: 15 },
  /** Calls that one account makes. */
  call: { burst: 10, everySeconds: 30 },
  /** Reports, blocks and mutes of one account. */
  report: { burst: 20, everySeconds: 5 * MINUTE },
  /** Refusals of one account for all of these: beyond it, it is banned for a while. */
  flood: { burst: 30, everySeconds: 5 },
  /** Downloads of what is kept of one account. */
  data: { burst: 6, everySeconds: 10 * MINUTE },
  /** Passwords that an account types to change or delete itself, or to add or remove a passkey. */
  ownPassword: { burst: 6, everySeconds: 10 * MINUTE },
};

/** Limits of an account in its first hour, beside those above: most accounts that flood are new. */
export const firstHourLimits = {
  message: { burst: 10, everySeconds: 6 },
  linkInMessage: { burst: 1, everySeconds: 10 * MINUTE },
  converse: { burst: 3, everySeconds: 10 * MINUTE },
  seek: { burst: 10, everySeconds: MINUTE },
  call: { burst: 3, everySeconds: 5 * MINUTE },
};

/**
 * Counts an attempt as a leaky bucket, in one statement, so that it holds over all nodes.
 * @param who what is counted apart, such as an address; kept as a keyed hash
 * @returns whether it is still within its limit
 */
export const isWithinRateLimit = (
  context: Pick<RequestContext, 'brand' | 'keyed'>,
  what: keyof typeof rateLimits,
  ...who: string[]
): Promise<boolean> => fillBucket(context, rateLimits[what], what, ...who);

/** The same for {@link firstHourLimits}. */
export const isWithinFirstHourLimit = (
  context: Pick<RequestContext, 'brand' | 'keyed'>,
  what: keyof typeof firstHourLimits,
  who: string,
): Promise<boolean> => fillBucket(context, firstHourLimits[what], 'first hour', what, who);

async function fillBucket(
  { brand, keyed }: Pick<RequestContext, 'brand' | 'keyed'>,
  { burst, everySeconds }: { burst: number; everySeconds: number },
  ...parts: string[]
): Promise<boolean> {
  const name = sql.id(brand.schema, 'take');
  const { rows } = await sql<{ isWithin: boolean }>`
    select ${name}(${keyed(...parts)}, ${burst}, ${everySeconds}) as "isWithin"`.execute(brand.db);
  return rows[0]!.isWithin;
}

/**
 * Counts an attempt in several buckets, in order, up to the first that is full. Buckets come in the same order everywhere,
 * narrow ones first: concurrent statements lock their rows in turn.
 * @param buckets limits, and what is counted apart
 * @returns the refusal where a bucket is full
 */
export async function checkRateLimits(
  { brand, keyed }: Pick<RequestContext, 'brand' | 'keyed'>,
  ...buckets: [limit: keyof typeof rateLimits, ...who: string[]][]
): Promise<FormError | undefined> {
  const takeAll = sql.id(brand.schema, 'take_all');
  const keys = buckets.map((bucket) => keyed(...bucket));
  const bursts = buckets.map(([limit]) => rateLimits[limit].burst);
  const everySeconds = buckets.map(([limit]) => rateLimits[limit].everySeconds);
  const { rows } = await sql<{ waitSeconds: number }>`
    select ${takeAll}(${keys}, ${bursts}, ${everySeconds}) as "waitSeconds"`.execute(brand.db);
  const { waitSeconds } = rows[0]!;
  return waitSeconds > 0 ? tooMany(waitSeconds) : undefined;
}
