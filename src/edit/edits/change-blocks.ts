import { required } from '../../shared/required.ts';
import { blockNameOf } from '../../site/markdown/blocks.ts';
import { markOf, withLineFeeds } from '../files/line-ends.ts';
import { sourceOf } from '../model/draft-source.ts';
import {
  editableBlocksOf,
  isPlaced,
  type PlacedBlock,
  type TextInLanguage,
  type TextWithSource,
} from '../model/text-in-language.ts';
import type { Edit } from '../protocol.ts';
import type { EditContext } from './edit-context.ts';
import { insert, numberAfter, type Pieces, rawOf, toPieces, toText } from './pieces.ts';
import { refuse } from './refused-edit.ts';

/** What a file has to contain after an edit: ids and texts of its blocks. */
type Expected = [id: string | undefined, text: string][];

/** An edit of blocks of a text. */
type BlockEdit = Extract<Edit, { type: 'set' | 'add' | 'move' | 'remove' | 'split' }>;

/** Changes the blocks of a file, and refuses what Markdown would read as other blocks. */
export function change(
  { draft }: EditContext,
  { key, type }: BlockEdit,
  { lang, file, source, blocks }: TextWithSource,
  task: (pieces: Pieces, expected: Expected) => void,
): void {
  const factsOf = ({ place, text }: PlacedBlock): [string | undefined, string] => [place.id, plain(text)];
  const own = blocks.filter(isPlaced);
  const pieces = toPieces(source, own);
  const expected = own.map(factsOf);
  task(pieces, expected);
  const after = toText(pieces, blockNameOf(source) === 'rule');
  const found = editableBlocksOf(sourceOf(draft.workspace, key, lang, file, after))
    .filter(isPlaced)
    .map(factsOf);
  if (JSON.stringify(found) !== JSON.stringify(expected))
    refuse(
      file,
      `Markdown would read other blocks after "${type}"`,
      'Keep lists apart by a paragraph, and write a block as a single paragraph or list',
    );
  draft.write(file, markOf(required(draft.read(file), file)) + after);
}

/** Adds a block to a language. */
export function addTo(
  context: EditContext,
  edit: BlockEdit,
  text: TextWithSource,
  at: number,
  id: string | undefined,
  markdown: string,
): void {
  const { source } = text;
  if (id && blockNameOf(source) !== 'rule' && !/^## \S/.test(markdown.trimStart()))
    refuse(text.file, `a new ${blockNameOf(source)} has no heading`, 'Begin it with ## and its title');
  change(context, edit, text, (pieces, expected) => {
    insert(pieces, at, id ?? '', rawOf(source, markdown, id, numberAfter(pieces.list[at - 1])));
    expected.splice(at, 0, [id, plain(markdown)]);
  });
}

export const plain = (text: string): string =>
  withLineFeeds(text)
    .trim()
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n');

export const placed = ({ blocks }: TextInLanguage): PlacedBlock[] => blocks.filter(isPlaced);

export function placeOf(text: TextInLanguage, block: string): number {
  const place = placed(text).findIndex(({ id }) => id === block);
  return place < 0 ? refuse(text.file, `there is no block "${block}"`, 'Load the page again') : place;
}

/** The place of a block, or of the nearest block before it that the language has; -1 before all. */
export function placeLike(text: TextInLanguage, model: TextInLanguage, block: string): number {
  const order = placed(model).map(({ id }) => id);
  const own = placed(text).map(({ id }) => id);
  const before = order.slice(0, order.indexOf(block) + 1).findLast((id) => own.includes(id));
  return before === undefined ? -1 : own.indexOf(before);
}

export const paragraphsBefore = (text: TextInLanguage, place: number): number =>
  placed(text)
    .slice(0, place)
    .filter(({ place: block }) => !block.id).length;

/**
 * The place of a new block behind another, or behind the nearest before that which the language has. Without a place, a rule or section is
 * the first of them, and a paragraph the first block.
 */
export function placeBehind(
  text: TextInLanguage,
  model: TextInLanguage,
  after: string | undefined,
  isNamed: boolean,
): number {
  const before = after === undefined ? -1 : placeLike(text, model, after);
  if (before >= 0 || !isNamed) return before + 1;
  const own = placed(text);
  const first = own.findIndex(({ place }) => place.type === 'named');
  return first < 0 ? own.length : first;
}
