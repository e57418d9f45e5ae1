/**
 * A Markdown table in the format of the formatter.
 * @param words heads of the columns with text, which are aligned left
 */
export function table(rows: string[][], words: string[]): string {
  const [head, ...body] = rows as [string[], ...string[][]];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isWords = (column: number): boolean => words.includes(head[column]!);
  const rule = widths.map((width, column) => (isWords(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const pad = (cell: string, column: number): string =>
    isWords(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return [head, rule, ...body].map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}
