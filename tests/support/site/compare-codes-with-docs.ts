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

/**
 * The errors that a source throws for operators: the longest literal part of each message.
 * @param source text of a module
 */
export function messagesOf(source: string): string[] {
  return [...source.matchAll(/new (?:UserError|DeployError)\(/g)].flatMap(({ index }) => {
    const call = source.slice(index, endOfCall(source, source.indexOf('(', index)));
    const literals = [...call.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\]|\\.)*)'/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    const parts = literals.flatMap((text) => text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\\n/)).map((part) => part.trim());
    const [longest = ''] = parts.toSorted((a, b) => b.length - a.length);
    return longest.length > 10 && !longest.includes('${') ? longest : [];
  });
}

function endOfCall(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (!depth) return at;
  }
  return source.length;
}
