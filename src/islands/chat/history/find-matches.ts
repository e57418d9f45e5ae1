/** Finds a text in any case and with or without marks above letters. @returns positions in the text, for each match */
export function findMatches(text: string, query: string): [from: number, to: number][] {
  const sought = fold(query.trim());
  if (!sought) return [];
  let folded = '';
  /** For each character of the folded text, the position of its original. */
  const origins: number[] = [];
  const known = new Map<string, string>();
  let at = 0;
  for (const char of text) {
    const plain = known.get(char) ?? fold(char);
    known.set(char, plain);
    for (let index = 0; index < plain.length; index += 1) origins.push(at);
    folded += plain;
    at += char.length;
  }
  origins.push(text.length);
  const found: [number, number][] = [];
  for (let from = folded.indexOf(sought); from >= 0; from = folded.indexOf(sought, from + sought.length))
    found.push([origins[from]!, origins[from + sought.length]!]);
  return found;
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
