import type { Edition } from '../editions/editions.ts';
import { rootOf } from '../editions/editions.ts';
import type { Problem } from '../problems.ts';
import type { ManifestEdition } from './manifest.ts';

/** One line per edition: its pages, bytes and problems. */
export function formatReport(editions: ManifestEdition[], problems: Map<Edition, Problem[]>): string {
  const counts = new Map([...problems].map(([edition, found]) => [rootOf(edition), found.length]));
  const rows = editions.map(({ root, files }) => ({
    root,
    pages: Object.keys(files).filter((file) => file.endsWith('.html')).length,
    bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
    problems: counts.get(root) ?? 0,
  }));
  const width = Math.max(...rows.map(({ root }) => root.length));
  const lines = rows.map(
    ({ root, pages, bytes, problems: found }) =>
      `${root.padEnd(width)}  ${String(pages).padStart(5)} pages  ${kilobytes(bytes)}  ${found} problems`,
  );
  const total = rows.reduce((sum, { pages }) => sum + pages, 0);
  return [...lines, `${rows.length} editions, ${total} pages`].join('\n');
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0).padStart(7)} kB`;
