import { sql } from 'kysely';

import { type FormError, tooMany } from './form-result.ts';
import type { RequestContext } from './request-context.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Leaky buckets: `burst` attempts at once, then one every `everySeconds`. */
export const rateLimits = {
  /** All forms from a network, of browsers that never signed in. */
  network: { burst: 60, everySeconds: 10 },
  /** The same from a /24 or /48. Higher, because many households can share an IPv4 /24. */
  wideNetwork: { burst: 300, everySeconds: 2 },
  /** All forms of a known device. */
  device: { burst: 60, everySeconds: 10 },
  /** All forms of the known devices of a network, so that repeated sign-ins do not multiply the limit. */
  devicesOfNetwork: { burst: 300, everySeconds: 2 },
  /** Passwords for an address from a network. */
  passwordFromNetwork: { burst: 6, everySeconds: 2 * MINUTE },
  /** Passwords for an address from a /24 or /48. */
  passwordFromWideNetwork: { burst: 12, everySeconds: 2 * MINUTE },
  /** Passwords for an address from a device known to the account; replaces the other limits. */
  passwordFromDevice: { burst: 10, everySeconds: 2 * MINUTE },
  /** Passwords for an address from all unknown devices. */
  password: { burst: 50, everySeconds: MINUTE },
  /** Registrations from a network. */
  registration: { burst: 10, everySeconds: 10 * MINUTE },
  /** Registrations from a /24 or /48. */
  registrationFromWideNetwork: { burst: 60, everySeconds: 2 * MINUTE },
  /** Password resets from a network. */
  restore: { burst: 10, everySeconds: 10 * MINUTE },
  /** Password resets from a /24 or /48. */
  restoreFromWideNetwork: { burst: 60, everySeconds: 2 * MINUTE },
  /** Strength checks of new passwords from a network. */
  newPassword: { burst: 20, everySeconds: 30 },
  /**
   * Mails to an address, counted by form: registrations by strangers must not block the owner's password reset. Above this limit
   * and the next, the response stays the same and no mail is sent, so that it reveals nothing. A change of address is refused.
   */
  mail: { burst: 4, everySeconds: 20 * MINUTE },
  /** The same per day: ten at once, and ten more within a day. Also receipts and outcomes of reports, each, as anyone can type an address. */
  mailOfDay: { burst: 10, everySeconds: 2.4 * HOUR },
  /** Mails to an address requested by a device known to the account; strangers cannot exhaust this limit. */
  mailFromDevice: { burst: 4, everySeconds: 20 * MINUTE },
  /** Passwords typed with a link. */
  link: { burst: 8, everySeconds: HOUR },
  /** Messages of an account. */
  message: { burst: 20, everySeconds: 1 },
  /** Messages with a link, the usual spam. */
  linkInMessage: { burst: 3, everySeconds: MINUTE },
  /** Bytes of long texts of an account, sent or edited: 250 a second is far above typing speed. */
  longText: { burst: 64_000, everySeconds: 1 / 250 },
  /** Edits, deletions and reactions of an account. */
  change: { burst: 30, everySeconds: 1 },
  /** Private conversations opened by an account. */
  converse: { burst: 10, everySeconds: 2 * MINUTE },
  /** Rooms left by an account; each is announced to the room. */
  leave: { burst: 20, everySeconds: 3 },
  /** Partner searches of an account. */
  seek: { burst: 20, everySeconds: 15 },
  /** Calls of an account. */
  call: { burst: 10, everySeconds: 30 },
  /** Reports, blocks and mutes of an account. */
  report: { burst: 20, everySeconds: 5 * MINUTE },
  /** Reports without an account from a network. */
  formReport: { burst: 5, everySeconds: 20 * MINUTE },
  /** The same from a /24 or /48. */
  formReportFromWideNetwork: { burst: 30, everySeconds: 4 * MINUTE },
  /** The same with an address. */
  formReportOfAddress: { burst: 4, everySeconds: 30 * MINUTE },
  /** Refused attempts of an account over all of these limits; above it the account is banned for a while. */
  flood: { burst: 30, everySeconds: 5 },
  /** Data exports of an account. */
  data: { burst: 6, everySeconds: 10 * MINUTE },
  /** New nicknames of an account, refused ones included. */
  nickname: { burst: 10, everySeconds: 10 * MINUTE },
  /** Passwords typed to change or delete the account, or to add or remove a passkey. */
  ownPassword: { burst: 6, everySeconds: 10 * MINUTE },
  /** Requests of a moderator. */
  moderation: { burst: 300, everySeconds: 0.2 },
  /** Wrong codes of the second factor of a moderator. */
  secondFactor: { burst: 6, everySeconds: 10 * MINUTE },
};

/** Additional limits of an account in its first hour: most accounts that flood are new. */
export const firstHourLimits = {
  message: { burst: 10, everySeconds: 6 },
  linkInMessage: { burst: 1, everySeconds: 10 * MINUTE },
  converse: { burst: 3, everySeconds: 10 * MINUTE },
  seek: { burst: 10, everySeconds: MINUTE },
  call: { burst: 3, everySeconds: 5 * MINUTE },
};

/** Additional limits of an account in its first day. */
export const firstDayLimits = { converse: { burst: 6, everySeconds: 2 * HOUR } };

/** Counts an attempt for one of the limits above. @param keyParts as of {@link fillBucket} */
export const isWithinRateLimit = (
  context: Pick<RequestContext, 'brand' | 'keyed'>,
  limit: keyof typeof rateLimits,
  ...keyParts: string[]
): Promise<boolean> => fillBucket(context, rateLimits[limit], limit, ...keyParts);

/**
 * Counts an attempt in a leaky bucket, in a single statement, so that the limit holds across all nodes.
 * @param keyParts parts of the bucket's key, such as an address; stored as a keyed hash
 * @returns whether the attempt is within the limit
 */
export async function fillBucket(
  { brand, keyed }: Pick<RequestContext, 'brand' | 'keyed'>,
  { burst, everySeconds }: { burst: number; everySeconds: number },
  ...keyParts: string[]
): Promise<boolean> {
  const take = sql<boolean>`${sql.id(brand.schema, 'take')}(${keyed(...keyParts)}, ${burst}, ${everySeconds})`;
  const { isWithin } = await brand.db.selectNoFrom(take.as('isWithin')).executeTakeFirstOrThrow();
  return isWithin;
}

/**
 * Counts an attempt in several buckets, in order, up to the first full bucket. All callers name narrow buckets first, so that
 * concurrent statements lock rows in the same order.
 * @param buckets names of limits with the parts of the bucket's key
 * @returns the error if a bucket is full
 */
export async function checkRateLimits(
  { brand, keyed }: Pick<RequestContext, 'brand' | 'keyed'>,
  ...buckets: [limit: keyof typeof rateLimits, ...keyParts: string[]][]
): Promise<FormError | undefined> {
  const keys = buckets.map((bucket) => keyed(...bucket));
  const bursts = buckets.map(([limit]) => rateLimits[limit].burst);
  const everySeconds = buckets.map(([limit]) => rateLimits[limit].everySeconds);
  const takeAll = sql<number>`${sql.id(brand.schema, 'take_all')}(${keys}, ${bursts}, ${everySeconds})`;
  const { waitSeconds } = await brand.db.selectNoFrom(takeAll.as('waitSeconds')).executeTakeFirstOrThrow();
  return waitSeconds > 0 ? tooMany(waitSeconds) : undefined;
}
