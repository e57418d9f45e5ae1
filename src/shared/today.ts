import { UserError } from './user-error.ts';

const MS_PER_SECOND = 1000;
const SECONDS_PER_DAY = 86_400;

/**
 * Today in UTC, such as `2026-11-22`, or the day of `SOURCE_DATE_EPOCH`, in seconds since 1970.
 * @param env environment variables
 * @throws UserError where `SOURCE_DATE_EPOCH` is no number of seconds
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function today({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): string {
  if (!seconds) return dayAt(Date.now());
  if (!/^\d{1,11}$/.test(seconds))
    throw new UserError(`SOURCE_DATE_EPOCH is "${seconds}". Write seconds since 1970, or remove it.`);
  return dayAt(Number(seconds) * MS_PER_SECOND);
}

/** The next day. */
export const dayAfter = (day: string): string => daysAfter(day, 1);

/** The day so many days later. */
export const daysAfter = (day: string, days: number): string =>
  dayAt(Date.parse(day) + days * SECONDS_PER_DAY * MS_PER_SECOND);

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
