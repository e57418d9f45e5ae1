import { isSeq, parseDocument, stringify } from 'yaml';

import { required } from '../../shared/required.ts';
import { type Change, changesSchema, inForceOf } from '../../site/history/change-schema.ts';
import { lineEndOf } from '../files/line-ends.ts';
import { parseChanges } from '../model/noted-changes.ts';
import { refuse } from './refused-edit.ts';

/** The changes of a block. */
export function readChanges(file: string, text: string | undefined): Change[] {
  if (text === undefined) return [];
  return parseChanges(text) ?? refuse(file, 'the history cannot be read', 'Mend it as npm run content:check says');
}

/**
 * A history with a further change, or with another last change. Entries before it keep their bytes.
 * @param text undefined where there is no history yet
 * @returns undefined where no change is left
 */
export function withChange(file: string, text: string | undefined, change: Change | undefined, isAmended: boolean) {
  const changes = readChanges(file, text);
  const last = isAmended ? changes.at(-2) : changes.at(-1);
  if (change && last && inForceOf(change) < inForceOf(last))
    refuse(file, `an earlier change is in force from ${inForceOf(last)} on`, 'Choose that day or a later one');
  const { before, indent } = isAmended
    ? withoutLast(required(text, file))
    : { before: text ?? '', indent: indentOf(text ?? '') };
  if (change) checkChanges(file, [...(isAmended ? changes.slice(0, -1) : changes), change]);
  if (!change) return isAmended && changes.length > 1 ? before : undefined;
  const end = lineEndOf(before);
  const entry = stringify([change], { lineWidth: 0, blockQuote: 'literal' })
    .trimEnd()
    .split('\n')
    .map((line) => (line ? indent + line : line))
    .join(end);
  return `${before}${before && !/[\r\n]$/.test(before) ? end : ''}${entry}${end}`;
}

/** Refuses what would be no valid history, such as a note that is too long. */
export function checkChanges(file: string, changes: Change[]): void {
  const { error } = changesSchema.safeParse(changes);
  const [message = '', hint = 'Correct it'] = error?.issues[0]?.message.split(/\. (?=[A-Z])/) ?? [];
  if (error) refuse(file, message, hint);
}

function withoutLast(text: string): { before: string; indent: string } {
  const { contents } = parseDocument(text);
  const [start = 0] = (isSeq(contents) && (contents.items.at(-1) as { range?: number[] }).range) || [];
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  return { before: text.slice(0, lineStart), indent: indentOf(text) };
}

const indentOf = (text: string): string => /^([ ]*)- /m.exec(text)?.[1] ?? '';
