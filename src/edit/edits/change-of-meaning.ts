import { required } from '../../shared/required.ts';
import type { Change } from '../../site/history/change-schema.ts';
import { markOf } from '../files/line-ends.ts';
import { withField } from '../model/fields.ts';
import { historyFileOf, mayHaveHistory } from '../model/noted-changes.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { blockTextIn, readTextIn } from '../model/text-in-language.ts';
import type { Edit, TextKey } from '../protocol.ts';
import type { EditContext } from './edit-context.ts';
import { textsToEdit } from './edit-context.ts';
import { readChanges, withChange } from './history-file.ts';
import { refuse } from './refused-edit.ts';

/** Declares that the edits before it changed, added or removed a block. Several changes on a day become one. */
export function declareMeaning(context: EditContext, edit: Extract<Edit, { type: 'meaning' }>): void {
  const { draft, languages, today, baseOf } = context;
  const { key, block } = edit;
  const texts = textsToEdit(context, key);
  for (const { file, source } of texts)
    if (source) draft.write(file, markOf(required(draft.read(file), file)) + withField(source.text, 'updated', today));
  if (!mayHaveHistory(key, block)) return;
  const file = historyFileOf(draft, key, block);
  if (edit.inForce !== undefined && edit.inForce < today)
    refuse(file, `the day ${edit.inForce} is past`, 'Choose today or a later day');
  const source = sourceLanguageOf(draft, key);
  if (!edit.note[source]?.trim())
    refuse(file, `the note is missing in "${source}", the source language`, 'Write it in that language, at least');
  const text = draft.read(file);
  const last = readChanges(file, text).at(-1);
  const isAmended = last?.day === today;
  // Undefined or empty where the block is new.
  const before = isAmended ? last.before : (baseOf(key, block) ?? textsOnDisk(draft.onDisk(), key, block, languages));
  const isRemoved = !texts.some(({ blocks }) => blocks.some(({ id }) => id === block));
  const isOver = isRemoved && !before?.[source];
  if (isOver && !isAmended) refuse(file, `there is and was no block "${block}"`, 'Load the page again');
  const change: Change = {
    day: today,
    ...(edit.inForce !== undefined && edit.inForce !== today && { inForce: edit.inForce }),
    ...(edit.important && { important: true }),
    note: trimmed(edit.note),
    ...(before && Object.keys(before).length && { before }),
    ...(isRemoved && { removed: true as const, ...placeOf(context, key, block) }),
  };
  draft.write(file, withChange(file, text, isOver ? undefined : change, isAmended));
}

/** The texts of a block by language. */
export function textsOnDisk(draft: EditContext['draft'], key: TextKey, block: string, languages: string[]) {
  const found = [...new Set([sourceLanguageOf(draft, key), ...languages])].flatMap((lang) => {
    const text = blockTextIn(draft, key, lang, block);
    return text === undefined ? [] : [[lang, text] as const];
  });
  return Object.fromEntries(found);
}

/** The block that stood before a removed block. */
function placeOf({ draft }: EditContext, key: TextKey, block: string): { after?: string } {
  const blocks =
    readTextIn(draft.onDisk(), key, sourceLanguageOf(draft, key))?.blocks.filter(({ place }) => place?.id) ?? [];
  const before = blocks[blocks.findIndex(({ id }) => id === block) - 1];
  return before ? { after: before.id } : {};
}

const trimmed = (note: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(note)
      .map(([lang, text]) => [lang, text.trim().replaceAll(/\s+/g, ' ')] as const)
      .filter(([, text]) => text),
  );
