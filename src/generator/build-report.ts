import type { Manifest } from '../output/manifest.ts';
import { required } from '../shared/required.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { BuildRecord } from './incremental/build-record.ts';

/**
 * One line per edition with its pages, bytes and problems, then the totals.
 * @param rendered number of pages that were not reused
 */
export function formatReport(
  roots: string[],
  record: BuildRecord,
  rendered: number,
  diagnostics: Diagnostic[],
): string {
  const rows = roots.map((root) => ({
    ...required(record[root], `record of ${root}`),
    root,
    diagnostics: diagnostics.filter(({ file }) => file.startsWith(`${root}/`)).length,
  }));
  const width = Math.max(...rows.map(({ root }) => root.length));
  const lines = rows.map(
    ({ root, pages, bytes, diagnostics: found }) =>
      `${root.padEnd(width)}  ${String(pages).padStart(5)} pages  ${kilobytes(bytes)}  ${found} problems`,
  );
  const total = rows.reduce((sum, { pages }) => sum + pages, 0);
  return [...lines, `${rows.length} editions, ${total} pages, ${rendered} of them rendered`].join('\n');
}

/** Line of a report where nginx or Caddy must reload. */
export const RELOAD = 'Reload nginx and Caddy: their configuration has changed (docs/deploy.md, “Publishing a change”)';

/** Line of a report where a build made dictionaries. @param files of them */
export const dictionariesLine = (files: string[]): string =>
  `New dictionaries, which later builds need: ${files.join(', ')} (docs/deploy.md, “Compression dictionaries”)`;

/** Lines about the next scheduled change of a page. */
export const dueLines = ({ nextBuild }: Manifest): string[] =>
  nextBuild ? [`The next change of a page is due on ${nextBuild}: build again on that day.`] : [];

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0).padStart(7)} kB`;
