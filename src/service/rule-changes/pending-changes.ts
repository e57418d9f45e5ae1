import type { RuleChange } from '../../output/rule-changes.ts';
import { routes } from '../../site/editions/routes.ts';

const DAY_MS = 86_400_000;

/** Days before the day in force on which the chat announces a change. */
const ANNOUNCED_DAYS = 7;

/** Days after the day in force for which a change is mailed: a service that starts later mails nothing about it. */
const MAILED_DAYS = 30;

/** Changes that a user is shown in the chat. */
export interface PendingChanges {
  /** In force since the user agreed to the rules. */
  inForce: RuleChange[];
  /** In force within a week. */
  coming: RuleChange[];
}

/**
 * Selects the changes that concern a user: all later than the rules to which the user agreed.
 * @param agreedAt time of the registration
 */
export function pendingChanges(changes: readonly RuleChange[], agreedAt: Date, now: Date): PendingChanges {
  const later = changes.filter(({ inForce }) => agreedAt < startOf(inForce));
  return {
    inForce: later.filter(({ inForce }) => startOf(inForce) <= now),
    coming: later.filter(({ inForce }) => {
      const wait = startOf(inForce).getTime() - now.getTime();
      return wait > 0 && wait <= ANNOUNCED_DAYS * DAY_MS;
    }),
  };
}

/** Selects the important changes that are mailed at a time. */
export const mailedChanges = (changes: readonly RuleChange[], now: Date): RuleChange[] =>
  changes.filter(
    ({ important, inForce }) => important && now.getTime() < startOf(inForce).getTime() + MAILED_DAYS * DAY_MS,
  );

/** Whether an account is older than a change: accounts of a later day began with the changed rules. */
export const isOlder = (createdAt: Date, { day }: RuleChange): boolean =>
  createdAt.getTime() < startOf(day).getTime() + DAY_MS;

/** A version of a rule or section, as `rules#adults-only@3`. */
export const keyOf = ({ document, id, version }: { document: string; id: string; version: number }): string =>
  `${document}#${id}@${version}`;

/** Path of the page that lists the changes of a document, with the anchor of a rule or section. */
export const changesPath = ({ document, id }: Pick<RuleChange, 'document' | 'id'>): string =>
  `${routes[document].path}/changes#${id}`;

/** Start of a day in UTC, the time zone of the days of builds. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
