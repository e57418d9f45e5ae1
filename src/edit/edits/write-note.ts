import { isDeepStrictEqual } from 'node:util';

import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';

import { lineEndOf } from '../files/line-ends.ts';
import { lineAfter } from '../model/fields.ts';
import { historyFileOf, mayHaveHistory, parseChanges } from '../model/noted-changes.ts';
import type { Edit } from '../protocol.ts';
import type { EditContext } from './edit-context.ts';
import { checkChanges, readChanges } from './history-file.ts';
import { refuse } from './refused-edit.ts';

/** Writes the note of a change in a language. All else in the history keeps its bytes. */
export function writeNote({ draft }: EditContext, edit: Extract<Edit, { type: 'note' }>): void {
  const { key, block, change, lang, before } = edit;
  const file = historyFileOf(draft, key, block);
  if (!mayHaveHistory(key, block)) refuse(file, `"${block}" has no notes`, 'Load the page again');
  const text = draft.read(file) ?? '';
  const changes = text ? readChanges(file, text) : [];
  const known = changes[change];
  if (!known || known.note[lang] !== before)
    refuse(file, 'the note has changed since the page showed it', 'Load the page again');
  const line = edit.text.trim().replaceAll(/\s+/g, ' ').toWellFormed();
  if (line === before) return;
  const wanted = changes.with(change, { ...known, note: { ...known.note, [lang]: line } });
  checkChanges(file, wanted);
  const after = withNote(text, change, lang, line);
  if (!isDeepStrictEqual(after && parseChanges(after), wanted))
    refuse(file, 'the note cannot be written here', 'Correct the file by hand');
  draft.write(file, after);
}

/** A history with a note in a language; undefined where the file is written in another way than expected. */
function withNote(text: string, change: number, lang: string, note: string): string | undefined {
  const { contents } = parseDocument(text);
  const entry = isSeq(contents) ? contents.items[change] : undefined;
  const notes: unknown = isMap(entry) ? entry.get('note', true) : undefined;
  if (!isMap(notes) || !notes.range) return undefined;
  const value = notes.flow ? JSON.stringify(note) : stringify(note, { lineWidth: 0 }).trimEnd();
  const replace = (from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
  const pair = notes.items.find(({ key }) => isScalar(key) && key.value === lang);
  if (pair) {
    const [start, end] = (isScalar(pair.value) && pair.value.range) || [];
    if (start === undefined || end === undefined) return undefined;
    // A value of several lines can include the end of its last line.
    return replace(start, end, value + (/[\r\n]/.test(text.charAt(end - 1)) ? lineEndOf(text) : ''));
  }
  if (notes.flow) {
    const brace = notes.range[1] - 1;
    const inside = text.slice(notes.range[0] + 1, brace).trimEnd();
    const end = notes.range[0] + 1 + inside.length;
    return replace(end, end, `${inside.endsWith(',') ? '' : ','} ${lang}: ${value}`);
  }
  const last = notes.items.at(-1)?.value;
  // Where the line behind the last note begins.
  const end = lineAfter(text, (isScalar(last) && last.range?.[1]) || 0);
  const [first] = notes.items;
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  if (start === undefined) return undefined;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isOpen = end > 0 && !/[\r\n]/.test(text.charAt(end - 1));
  return replace(end, end, `${isOpen ? lineEndOf(text) : ''}${indent}${lang}: ${value}${lineEndOf(text)}`);
}
