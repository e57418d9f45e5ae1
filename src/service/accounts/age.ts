import { ADULT_AGE } from '../../contract/forms.ts';

/**
 * Whether a person is an adult on a day. A birthday on 29 February counts from 1 March in other years.
 * @param born date as `YYYY-MM-DD`
 */
export function isAdult(born: string, now: Date): boolean {
  const [year, ...monthAndDay] = born.split('-');
  const birthday = [String(Number(year) + ADULT_AGE).padStart(4, '0'), ...monthAndDay].join('-');
  return birthday <= dayOf(now);
}

/** Whether a person born on that day can be alive. */
export const isPossibleBirth = (born: string, now: Date): boolean =>
  born <= dayOf(now) && Number(born.slice(0, 4)) > now.getUTCFullYear() - 125;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
