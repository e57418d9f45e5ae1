/**
 * Compares the table below a heading of a page with a list of codes.
 * @returns codes that the table lacks, and codes that only the table has
 */
export function compareCodes(page: string, heading: string, codes: readonly string[]) {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  const documented = new Set(Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, code]) => code!));
  return { missing: [...new Set(codes).difference(documented)], unknown: [...documented.difference(new Set(codes))] };
}
