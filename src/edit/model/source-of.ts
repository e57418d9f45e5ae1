import { forgetResults, memoizeLast } from '../../shared/memoize.ts';
import type { Source } from '../../site/markdown/content-folder.ts';
import { hashOf } from '../files/disk.ts';
import type { TextKey } from '../protocol.ts';

const BOM = '\uFEFF';

/** A byte order mark belongs to a file, and not to its text. */
const withoutMark = (text: string): string => text.replace(BOM, '');
export const markOf = (text: string): string => (text.startsWith(BOM) ? BOM : '');

/** Sources by path and hash. The same text stays the same object, by which checks remember their results. */
const known = new Map<string, Source>();

/** Drafts of an editor would fill the memory. */
const MAX_KNOWN = 3000;

/** The source that a file would be with a text. */
export function sourceOf(
  { kind, scope, name }: Pick<Source, 'scope' | 'name'> & { kind: TextKey['kind'] },
  lang: string,
  file: string,
  text: string,
): Source {
  const sha256 = hashOf(text);
  const id = `${file} ${sha256}`;
  const found = known.get(id);
  if (found) return found;
  const made: Source = {
    kind: kind as Source['kind'],
    scope,
    lang,
    name,
    file,
    text: withoutMark(text),
    diagnostics: [],
    sha256,
  };
  if (known.size >= MAX_KNOWN) {
    known.clear();
    forgetResults();
  }
  known.set(id, made);
  return made;
}

/** How the lines of a text end for the most part. */
export const lineEndOf = memoizeLast((text: string): string => {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const count = (end: string): number => ends.filter((other) => other === end).length;
  return ['\n', '\r\n', '\r'].reduce((best, end) => (count(end) > count(best) ? end : best));
});

/** A text as a browser shows it. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/**
 * A text with the line ends of the file, in which lines at the beginning and end that did not change keep their own.
 * @param before as in the file
 * @param after with line feeds
 */
export function withLineEnds(before: string, after: string, lineEnd: string): string {
  const old = linesOf(before);
  const lines = withLineFeeds(after).split('\n');
  const plain = old.map((line) => line.replace(/[\r\n]+$/, ''));
  const limit = Math.min(old.length, lines.length);
  let start = 0;
  while (start < limit && plain[start] === lines[start]) start += 1;
  let end = 0;
  while (end < limit - start && plain.at(-1 - end) === lines.at(-1 - end)) end += 1;
  const kept = (line: string, index: number): string => {
    const isLast = index === lines.length - 1;
    const former = index < start ? old[index] : index >= lines.length - end ? old.at(index - lines.length) : undefined;
    const endOfFormer = former?.slice(line.length);
    return isLast ? line : line + (endOfFormer || lineEnd);
  };
  return lines.map(kept).join('');
}

/** Lines with their ends. */
const linesOf = (text: string): string[] => text.split(/(?<=\r\n|\r(?!\n)|\n)/);
