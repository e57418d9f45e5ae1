import { diffArrays } from 'diff';

/** Hashes of the original of a translation. */
export interface Original {
  /** Hash of a block by its id. */
  named: Record<string, string>;
  /** Hashes of the paragraphs in reading order. */
  paragraphs: string[];
}

/** A block whose original changed since its translation was accepted. */
export interface StaleBlock {
  /** Its id, or its place such as `paragraph 3`. */
  id: string;
  /** Hash of the original as it was; undefined for a block that was never accepted. */
  before?: string | undefined;
  /** Hash of the original as it is; undefined where it was removed. */
  now?: string | undefined;
}

/** Compares the original of a translation with the original that it was made from. */
export function findStale(accepted: Original, now: Original): StaleBlock[] {
  const ids = [...new Set([...Object.keys(now.named), ...Object.keys(accepted.named)])];
  return [
    ...ids.map((id) => ({ id, before: hashIn(accepted, id), now: hashIn(now, id) })),
    ...alignParagraphs(accepted.paragraphs, now.paragraphs),
  ].filter((block) => block.before !== block.now);
}

/** Every object inherits members such as `constructor`, which an id may be named like. */
const hashIn = ({ named }: Original, id: string): string | undefined =>
  Object.hasOwn(named, id) ? named[id] : undefined;

/**
 * Accepts blocks of a translation.
 * @param isAccepted whether a block is accepted, by its id
 * @returns the original that the translation is made from now
 */
export function acceptBlocks(accepted: Original, now: Original, isAccepted: (id: string) => boolean): Original {
  const named = Object.entries({ ...accepted.named, ...now.named }).flatMap(([id]) => {
    const hash = hashIn(isAccepted(id) ? now : accepted, id);
    return hash === undefined ? [] : [[id, hash] as const];
  });
  const paragraphs = alignParagraphs(accepted.paragraphs, now.paragraphs).flatMap(
    (block) => (isAccepted(block.id) ? block.now : block.before) ?? [],
  );
  return { named: Object.fromEntries(named), paragraphs };
}

/**
 * Does with the paragraphs of an accepted original what an edit does with those of the original and its translations.
 * @param change changes a list with an entry for each paragraph of the original
 */
export function changeParagraphs(
  accepted: Original,
  now: Original,
  change: (paragraphs: string[][]) => string[][],
): Original {
  const entries: string[][] = [];
  let removed: string[] = [];
  for (const block of alignParagraphs(accepted.paragraphs, now.paragraphs)) {
    const before = block.before === undefined ? [] : [block.before];
    if (block.now === undefined) removed.push(...before);
    else {
      entries.push([...removed, ...before]);
      removed = [];
    }
  }
  return { ...accepted, paragraphs: [...change(entries).flat(), ...removed] };
}

/** Pairs paragraphs with those they were before. A paragraph that was removed is named by the place where it stood. */
function alignParagraphs(before: string[], now: string[]): StaleBlock[] {
  const pairs: StaleBlock[] = [];
  let removed: string[] = [];
  let place = 0;
  const flush = (): void => {
    for (const hash of removed) pairs.push({ id: `removed before paragraph ${place + 1}`, before: hash });
    removed = [];
  };
  for (const { value, added, removed: isRemoved } of diffArrays(before, now)) {
    if (isRemoved) {
      removed = value;
      continue;
    }
    if (!added) flush();
    for (const hash of value) {
      place += 1;
      pairs.push({ id: `paragraph ${place}`, before: added ? removed.shift() : hash, now: hash });
    }
  }
  flush();
  return pairs;
}
