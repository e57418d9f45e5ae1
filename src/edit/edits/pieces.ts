import { blockNameOf } from '../../site/markdown/blocks.ts';
import type { Source } from '../../site/site-folder.ts';
import { lineEndOf, withLineFeeds } from '../files/line-ends.ts';
import type { PlacedBlock } from '../model/text-in-language.ts';

/** A block as it stands in a file. */
export interface Piece {
  /** Id or place of the block before the edit. */
  id: string;
  raw: string;
  /** White space behind it. */
  gap: string;
}

/** A text as the part before its first block, and its blocks. Together they are the whole text. */
export interface Pieces {
  head: string;
  list: Piece[];
}

/** @param blocks all blocks of the source */
export function toPieces({ text }: Source, blocks: PlacedBlock[]): Pieces {
  return {
    head: text.slice(0, blocks[0]?.place.start),
    list: blocks.map(({ id, place: { start, end } }, index) => ({
      id,
      raw: text.slice(start, end),
      gap: text.slice(end, blocks[index + 1]?.place.start),
    })),
  };
}

/** The text of pieces. A list of rules begins with the number of its first rule; other numbers do not matter to Markdown. */
export function toText({ head, list }: Pieces, isOfRules: boolean): string {
  let count = 0;
  const parts = list.map(({ raw, gap }, index) => {
    if (!isOfRules || !RULE.test(raw)) return raw + gap;
    count += 1;
    return (RULE.test(list[index - 1]?.raw ?? '') ? raw : raw.replace(RULE, `${count}. `)) + gap;
  });
  return head + parts.join('');
}

const RULE = /^\d+\. /;

/** Puts a block behind the first pieces, so many of them. */
export function insert(pieces: Pieces, place: number, id: string, raw: string): void {
  const { list } = pieces;
  const end = lineEndOf(pieces.head + (list[0]?.gap ?? ''));
  const [before, after] = [list[place - 1], list[place]];
  const isRule = RULE.test(raw);
  /** Rules stand as close as other rules of the list do. */
  const between = (other: Piece | undefined): string => {
    const isInList = isRule && other && RULE.test(other.raw);
    const pair = list.find((piece, index) => RULE.test(piece.raw) && RULE.test(list[index + 1]?.raw ?? ''));
    return isInList ? (pair?.gap ?? end) : end + end;
  };
  if (!before) {
    const isSeparate = /(\r\n|\r|\n)\s*$/.test(pieces.head);
    if (!isSeparate || !after) pieces.head = pieces.head.trimEnd() + (pieces.head.trim() ? end + end : '');
    list.splice(0, 0, { id, raw, gap: after ? between(after) : end });
    return;
  }
  const gap = after && !isRule ? end + end : before.gap;
  if (after && isRule && !RULE.test(before.raw) && RULE.test(after.raw)) {
    list.splice(place, 0, { id, raw, gap: between(after) });
    return;
  }
  before.gap = between(before);
  list.splice(place, 0, { id, raw, gap });
}

/** Removes a block, with the white space between it and the next, or before it where it is the last. */
export function remove({ list }: Pieces, place: number): Piece {
  const [piece] = list.splice(place, 1) as [Piece];
  const [before, after] = [list[place - 1], list[place]];
  // The white space that fits the neighbours is the one behind a block of another kind.
  if (before && (!after || (RULE.test(before.raw) && RULE.test(piece.raw) && !RULE.test(after.raw))))
    before.gap = piece.gap;
  return piece;
}

/** A block as it stands in a file. */
export function rawOf(source: Source, text: string, id: string | undefined, number: number): string {
  const end = lineEndOf(source.text);
  const lines = withLineFeeds(text).trim().split('\n');
  const name = blockNameOf(source);
  if (!name || !id) return lines.join(end);
  const [heading = '', ...below] = lines;
  if (name !== 'rule') return [`${heading.trimEnd()} {#${id}}`, ...below].join(end);
  return `${number}. ${lines.join(end)} {#${id}}`;
}

/** The number of a new rule behind another. */
export const numberAfter = (piece: Piece | undefined): number =>
  Number(RULE.exec(piece?.raw ?? '')?.[0].replace('. ', '') ?? 0) + 1;
