const BOM = '\uFEFF';

/** A byte order mark belongs to a file, and not to its text. */
export const withoutMark = (text: string): string => text.replace(BOM, '');
export const markOf = (text: string): string => (text.startsWith(BOM) ? BOM : '');

/** How the lines of a text end for the most part. */
export function lineEndOf(text: string): string {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const count = (end: string): number => ends.filter((other) => other === end).length;
  return ['\n', '\r\n', '\r'].reduce((best, end) => (count(end) > count(best) ? end : best));
}

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
