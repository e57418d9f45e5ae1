import { z } from 'zod';

import { UserError } from '../../../src/shared/user-error.ts';

/**
 * Sets the day of this process and of those that it starts.
 * @param date value of `--date`, such as `2026-11-22`; undefined for today
 * @throws UserError where it is no day
 */
export function setDate(date: string | undefined): void {
  if (date === undefined) return;
  if (!z.iso.date().safeParse(date).success) throw new UserError(`--date is "${date}". Write a day as 2026-11-22.`);
  process.env.SOURCE_DATE_EPOCH = String(Date.parse(date) / 1000);
}
