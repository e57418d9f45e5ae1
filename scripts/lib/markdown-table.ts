import { required } from '../../src/shared/required.ts';

/**
 * A Markdown table in the format of the formatter.
 * @param words heads of the columns with text, which are aligned left
 */
export function table(rows: string[][], words: string[]): string {
  const [head] = rows as [string[], ...string[][]];
  const columns = head.map((title, column) => {
    const cells = rows.map((row) => required(row[column], `cell below ${title}`));
    const width = Math.max(...cells.map(({ length }) => length));
    const isOfWords = words.includes(title);
    const [first, ...others] = cells.map((cell) => (isOfWords ? cell.padEnd(width) : cell.padStart(width)));
    return [first, isOfWords ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`, ...others];
  });
  const lines = Array.from({ length: rows.length + 1 }, (_, line) => columns.map((cells) => cells[line]));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
