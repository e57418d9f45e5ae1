import type { Translate } from '../../site/i18n/translator.ts';
import { FOR_GOOD } from './protocol.ts';
import type { Statement } from './statement.ts';

/** Writes a moment, given in ISO 8601, in the language of the reader. */
export type WriteMoment = (at: string) => string;

/** The act of a decision, and its length. */
export function actOf({ act, until }: Statement, t: Translate, write: WriteMoment): string {
  if (act !== 'mute' && act !== 'limit' && act !== 'ban') return t(`decisions.acts.${act}`);
  if (until === undefined || Date.parse(until) >= FOR_GOOD) return t(`decisions.acts.${act}ForGood`);
  return t(`decisions.acts.${act}`, { date: write(until) });
}

/** When it was decided, whether by a person, and whether a report led to it. */
export const basisOf = ({ initiative, automated, at }: Statement, t: Translate, write: WriteMoment): string =>
  t(`decisions.basis.${automated ? 'automated' : 'person'}.${initiative}`, { date: write(at) });

/** How an appeal stands. */
export const appealStateOf = (
  { outcome }: NonNullable<Statement['appeal']>,
  t: Translate,
  write: WriteMoment,
): string =>
  outcome
    ? t(`decisions.${outcome.upheld ? 'upheld' : 'overturned'}`, { date: write(outcome.at) })
    : t('decisions.waits');

/** Whether an appeal has undone a decision: its answer is the note of the undoing. */
export const isOverturned = ({ appeal }: Statement): boolean => appeal?.outcome?.upheld === false;

/** Whether a decision can be appealed now: once, within the time for it, and while it stands. */
export const canAppeal = ({ appeal, undone, appealUntil }: Statement): boolean =>
  !appeal && !undone && Date.parse(appealUntil) > Date.now();
