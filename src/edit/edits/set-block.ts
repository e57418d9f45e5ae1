import { required } from '../../shared/required.ts';
import { withText } from '../../site/markdown/blocks.ts';
import { lineEndOf, markOf, withLineEnds, withLineFeeds } from '../files/line-ends.ts';
import { sourceOf } from '../model/draft-source.ts';
import { fieldNames, readFields, withField } from '../model/fields.ts';
import {
  type EditableBlock,
  editableBlocksOf,
  hasSource,
  isPlaced,
  type PlacedBlock,
  type TextWithSource,
} from '../model/text-in-language.ts';
import { readWords, withWord } from '../model/words.ts';
import type { Edit } from '../protocol.ts';
import { addTo, placeBehind, placed, placeOf } from './change-blocks.ts';
import { type EditContext, textsToEdit, textToEdit } from './edit-context.ts';
import { refuse } from './refused-edit.ts';

/** Changes a block in a language. All else in the file keeps its bytes. */
export function setBlock(context: EditContext, edit: Edit & { type: 'set' }): void {
  const { draft } = context;
  const own = textToEdit(context, edit.key, edit.lang);
  const { file, blocks } = own;
  const text = required(draft.read(file), file);
  if (!hasSource(own)) {
    draft.write(file, setWord(file, text, edit));
    return;
  }
  const { source } = own;
  const mark = markOf(text);
  const [, field] = /^field:(.*)$/.exec(edit.block) ?? [];
  if (field !== undefined) {
    if (!fieldNames[source.kind].includes(field))
      refuse(file, `there is no field "${field}"`, `Choose ${fieldNames[source.kind].join(', ')}`);
    draft.write(file, mark + setField(file, source.text, field, edit.text));
    return;
  }
  const block = blocks.find(({ id }) => id === edit.block);
  if (block?.place && withLineFeeds(block.text) === edit.text) return;
  if (!edit.text.trim())
    refuse(file, `the text of "${edit.block}" is empty`, 'Write some words, or remove the block', block?.line);
  if (!block || !isPlaced(block)) return addMissing(context, edit, own);
  const wanted = withLineEnds(block.text, indented(edit.text.trim(), source.text, block), lineEndOf(source.text));
  const { start, end } = block.place;
  const after = source.text.slice(0, start) + withText(source, block.place, wanted) + source.text.slice(end);
  const found = editableBlocksOf(sourceOf(draft.workspace, edit.key, edit.lang, file, after));
  const others = (list: EditableBlock[]): string =>
    JSON.stringify(list.map(({ id, text: other }) => (id === block.id ? id : [id, other])));
  if (others(found) !== others(blocks) || !found.find(({ id }) => id === block.id)?.text.trim())
    refuse(
      file,
      `the text of "${block.id}" would not stay a single block`,
      'Write some words without a blank line before a heading or list, or split the block',
      block.line,
    );
  draft.write(file, mark + after);
}

/** Adds a block that the language lacks, at its place in the original. */
function addMissing(context: EditContext, edit: Edit & { type: 'set' }, text: TextWithSource): void {
  const [model] = textsToEdit(context, edit.key);
  const order = placed(model);
  const place = placeOf(model, edit.block);
  const { id } = required(order[place], edit.block).place;
  // Without an id, only a paragraph behind all others has a sure place.
  if (id === undefined && edit.block !== `paragraph ${placed(text).filter((block) => !block.place.id).length + 1}`)
    refuse(text.file, `there is no block "${edit.block}"`, 'Give the paragraphs before it first');
  addTo(context, edit, text, placeBehind(text, model, order[place - 1]?.id, id !== undefined), id, edit.text);
}

/** Lines of a rule behind a blank line belong to it where they are indented. */
function indented(text: string, all: string, { type, place }: PlacedBlock): string {
  const [number] = /^\d+\. /.exec(all.slice(place.start)) ?? [];
  if (type !== 'named' || !number) return text;
  let isBelowBlank = false;
  return withLineFeeds(text)
    .split('\n')
    .map((line) => {
      if (!line.trim()) isBelowBlank = true;
      return isBelowBlank && line.trim() && !line.startsWith(' '.repeat(number.length))
        ? ' '.repeat(number.length) + line.trimStart()
        : line;
    })
    .join('\n');
}

function setField(file: string, text: string, field: string, value: string): string {
  const line = withLineFeeds(value)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  if ((readFields(text)[field] ?? '') === line) return text;
  const after = withField(text, field, line);
  const read = readFields(after);
  const isRight = (read[field] ?? '') === line;
  if (!isRight || JSON.stringify({ ...readFields(text), [field]: 0 }) !== JSON.stringify({ ...read, [field]: 0 }))
    refuse(file, `the field "${field}" cannot be changed here`, 'Correct the front matter of the file by hand');
  return after;
}

function setWord(file: string, text: string, { block, lang, text: value }: Edit & { type: 'set' }): string {
  const words = readWords(lang, file, text);
  if (words.get(block)?.text === value) return text;
  const after = withWord(text, block, value);
  if (readWords(lang, file, after).get(block)?.text !== value && value.trim())
    refuse(file, `the translation "${block}" cannot be changed here`, 'Correct the file by hand');
  return after;
}
