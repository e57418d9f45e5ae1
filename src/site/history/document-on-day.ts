import { cachedByBoth } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { type Block, blockIdsOf, blockNameOf, blocksOf, withText } from '../markdown/blocks.ts';
import type { Source } from '../site-folder.ts';
import {
  comingVersions,
  inLanguage,
  nextDayOf,
  recentVersion,
  textOn,
  type Texts,
  type Version,
} from './block-versions.ts';
import { inForceOf } from './change-schema.ts';
import { type BlockHistory, historiesOf } from './read-history.ts';

/** A document as it is in force on a day. */
export interface DocumentOnDay {
  /** The document as it was read, with blocks that are not in force yet. */
  file: Source;
  /** The document with the blocks that are in force. It is `file` itself where that is so. */
  source: Source;
  /** Changes that its page shows, by id of the block. */
  marks: BlockMark[];
}

/** The changes of a block that a page shows. */
export interface BlockMark {
  id: string;
  /** The change in force of less than 90 days ago. */
  recent?: Version | undefined;
  /** The next change that is not in force yet. */
  coming?: Version | undefined;
  /** Whether the block is not in force yet, and no part of the text. */
  isAhead: boolean;
  /** Id of the block before it in the file, which may be one that is not in force yet either. */
  follows: string | undefined;
  /** Language of its text where the history lacks that of the page. */
  foreign: string | undefined;
}

/** Additions to the text of the file that a page of a document shows on a day; empty for most. */
export function changesShown(source: Source, day: string): string {
  if (!historiesOf(source).length) return '';
  const { source: valid, marks } = documentOn(source, day);
  return JSON.stringify([lastDayInForce(source, day), valid === source ? '' : valid.text, marks.map(daysShown)]);
}

/** The last day until a day from which a change is in force. */
export const lastDayInForce = (source: Source, day: string): string | undefined =>
  historiesOf(source)
    .flatMap(({ changes }) => changes.map(inForceOf))
    .filter((since) => since <= day)
    .toSorted()
    .at(-1);

const daysShown = ({ id, recent, coming, isAhead, foreign }: BlockMark) => [
  id,
  isAhead,
  foreign,
  ...[recent, coming].map((version) => version && [version.type, version.inForce]),
];

/** The next day after a day on which a page shows a document in another way, if no file changes until then. */
export const nextDayOfChange = (source: Source, day: string): string | undefined =>
  historiesOf(source)
    .flatMap(({ changes }) => nextDayOf(changes, day) ?? [])
    .toSorted()[0];

/** The document as it is in force on a day. */
export const documentOn = cachedByBoth((source: Source, day: string): DocumentOnDay => {
  const histories = historiesOf(source);
  const ids = histories.some(({ changes }) => textOn(changes, day) === undefined) ? blockIdsOf(source) : [];
  const marks = histories.flatMap(({ id, changes }): BlockMark[] => {
    const recent = recentVersion(changes, day);
    const [coming] = comingVersions(changes, day);
    const text = textOn(changes, day);
    const foreign = typeof text === 'object' ? inLanguage(text, source).foreign : undefined;
    // A block that was removed is on no page.
    if ((!recent || recent.type === 'removed') && !coming) return [];
    const follows = ids[ids.indexOf(id) - 1];
    return [{ id, recent, coming, isAhead: text === undefined, follows, foreign }];
  });
  // Blocks that are not in force yet are announced in sequence.
  marks.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const isOwn = histories.every(({ changes }) => textOn(changes, day) === 'own');
  return { file: source, source: isOwn ? source : withTexts(source, histories, day), marks };
});

interface Piece {
  id: string | undefined;
  raw: string;
  /** White space behind it. */
  gap: string;
}

/** A document whose blocks have the text of a day. */
function withTexts(source: Source, histories: BlockHistory[], day: string): Source {
  const { kind, scope, lang, name, file, folder, diagnostics } = source;
  const textIn = (texts: Texts): string => inLanguage(texts, source).text;
  const historyOf = new Map(histories.map((history) => [history.id, history]));
  const blocks = blocksOf(source);
  const whole = source.text;
  const pieces = blocks.flatMap((block, index): Piece[] => {
    const history = historyOf.get(block.id ?? '');
    const text = history ? textOn(history.changes, day) : 'own';
    if (!text) return [];
    const raw = text === 'own' ? whole.slice(block.start, block.end) : withText(source, block, textIn(text));
    return [{ id: block.id, raw, gap: whole.slice(block.end, blocks[index + 1]?.start) }];
  });
  const ids = new Set(blocks.map(({ id }) => id));
  let removed = histories.flatMap(({ id, changes }) => {
    const text = textOn(changes, day);
    if (ids.has(id) || typeof text !== 'object') return [];
    return [{ id, text: textIn(text), after: required(changes.at(-1), 'removal').after }];
  });
  for (;;) {
    // A removed block may stand after another block.
    const next = removed.find(({ after }) => pieces.some(({ id }) => id === after)) ?? removed[0];
    if (!next) break;
    insert(pieces, source, blocks, next);
    removed = removed.filter((block) => block !== next);
  }
  const text =
    whole.slice(0, blocks[0]?.start) +
    numbered(pieces)
      .map(({ raw, gap }) => raw + gap)
      .join('');
  // Fingerprints use the hash of the file.
  return { kind, scope, lang, name, file, folder, diagnostics, text, sha256: '' };
}

/** Puts a removed block behind the block that stood before it, else before all others. */
function insert(
  pieces: Piece[],
  source: Source,
  blocks: Block[],
  { id, text, after }: { id: string; text: string; after: string | undefined },
): void {
  const isRule = blockNameOf(source) === 'rule';
  const [heading = '', ...rest] = text.split('\n');
  const raw = isRule ? `1. ${text} {#${id}}` : [`${heading} {#${id}}`, ...rest].join('\n');
  const [one, other] = blocks.filter((block) => block.type === 'named');
  const between = one && other ? source.text.slice(one.end, other.start) : '\n';
  const separator = isRule ? between : '\n\n';
  const before = pieces.find((piece) => piece.id === after && after !== undefined);
  if (before) {
    pieces.splice(pieces.indexOf(before) + 1, 0, { id, raw, gap: before.gap });
    before.gap = separator;
  } else {
    const first = pieces.findIndex((piece) => piece.id !== undefined);
    pieces.splice(first < 0 ? pieces.length : first, 0, { id, raw, gap: separator });
  }
}

/** Rules count from 1. */
function numbered(pieces: Piece[]): Piece[] {
  let number = 0;
  return pieces.map((piece) => ({
    ...piece,
    raw: piece.raw.replace(/^\d+\. /, (found) => (piece.id ? `${(number += 1)}. ` : found)),
  }));
}
