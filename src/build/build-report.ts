import { isCompressedForm } from '../output/content-encodings.ts';
import type { ManifestEdition, ManifestFiles } from '../output/manifest.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { BuiltEdition } from './build-host.ts';

/** One line per edition with its pages, bytes and problems, then the totals. */
export function formatReport(editions: ManifestEdition[], built: BuiltEdition[], diagnostics: Diagnostic[]): string {
  const rows = editions.map(({ root, files }) => ({
    root,
    pages: Object.keys(files).filter((file) => file.endsWith('.html')).length,
    bytes: bytesOf(files),
    diagnostics: diagnostics.filter(({ file }) => file.startsWith(`${root}/`)).length,
  }));
  const width = Math.max(...rows.map(({ root }) => root.length));
  const lines = rows.map(
    ({ root, pages, bytes, diagnostics: found }) =>
      `${root.padEnd(width)}  ${String(pages).padStart(5)} pages  ${kilobytes(bytes)}  ${found} problems`,
  );
  const total = rows.reduce((sum, { pages }) => sum + pages, 0);
  const rendered = built.flatMap(({ pages }) => [...pages.values()].filter((page) => page.rendered)).length;
  return [...lines, `${rows.length} editions, ${total} pages, ${rendered} of them rendered`].join('\n');
}

/** Bytes of all files but the compressed ones. */
const bytesOf = (files: ManifestFiles): number =>
  Object.entries(files).reduce((sum, [file, { bytes }]) => (isCompressedForm(file) ? sum : sum + bytes), 0);

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0).padStart(7)} kB`;
