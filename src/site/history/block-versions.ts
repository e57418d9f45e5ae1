import { daysAfter } from '../../shared/today.ts';
import type { Source } from '../site-folder.ts';
import { type Change, inForceOf } from './change-schema.ts';

/** A page shows the day of a change from its day in force, for so many days. */
const SHOWN_DAYS = 90;

/** The fate of a block. */
type ChangeType = 'added' | 'changed' | 'removed';

/** A change with the version of the block that it made. */
export interface Version {
  change: Change;
  type: ChangeType;
  /** Counted from 1, which is the text that the block began with. */
  version: number;
  inForce: string;
  /** Text of the block after the change: `own` where it is that of the document, undefined after a removal. */
  after: Texts | 'own' | undefined;
}

/** Markdown of a block by language. */
export type Texts = Record<string, string>;

/** All changes of a block with their versions, oldest first. */
export const versionsOf = (changes: Change[]): Version[] =>
  changes.map((change, index) => ({
    change,
    type: change.removed ? 'removed' : change.before ? 'changed' : 'added',
    version: versionAfter(changes, index + 1),
    inForce: inForceOf(change),
    after: change.removed ? undefined : (changes[index + 1]?.before ?? 'own'),
  }));

/** Changes that are in force after a day. */
export const comingVersions = (changes: Change[], day: string): Version[] =>
  versionsOf(changes).filter(({ inForce }) => inForce > day);

/** Version of a block on a day: 0 before it is in force, undefined after its removal. */
export function versionOn(changes: Change[], day: string): number | undefined {
  const made = changes.filter((change) => inForceOf(change) <= day).length;
  return changes[made - 1]?.removed ? undefined : versionAfter(changes, made);
}

/**
 * The Markdown of a block on a day, by language.
 * @returns `own` where it is that of the document, which has none after a removal; undefined before the block is in force
 */
export function textOn(changes: Change[], day: string): Texts | 'own' | undefined {
  const next = changes.find((change) => inForceOf(change) > day);
  return next ? next.before : 'own';
}

/** The change in force whose day a page shows on a day. */
export const recentVersion = (changes: Change[], day: string): Version | undefined =>
  versionsOf(changes).findLast(({ inForce }) => inForce <= day && day < daysAfter(inForce, SHOWN_DAYS));

/** The next day on which a page shows a block in another way. */
export const nextDayOf = (changes: Change[], day: string): string | undefined =>
  changes
    .flatMap((change) => [inForceOf(change), daysAfter(inForceOf(change), SHOWN_DAYS)])
    .filter((other) => other > day)
    .toSorted()[0];

/** Version after so many changes. A block that its first change added has none before it. */
const versionAfter = (changes: Change[], made: number): number => made + (changes[0]?.before ? 1 : 0);

/** A text in the language of a document, else in its source language, else in any, with the language that it has instead. */
export function inLanguage(
  texts: Texts,
  { lang, scope, folder }: Source,
): { text: string; foreign: string | undefined } {
  for (const found of [lang, folder.sourceLanguageOf(scope), ...Object.keys(texts)]) {
    const text = texts[found];
    if (text !== undefined) return { text, foreign: found === lang ? undefined : found };
  }
  throw new Error('A block of a history has no text.');
}
