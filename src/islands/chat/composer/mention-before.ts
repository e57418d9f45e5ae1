/** The `@` before the caret, and the beginning of a name after it. */
export function mentionBefore(text: string, caret: number): { from: number; start: string } | undefined {
  const found = UNFINISHED.exec(text.slice(0, caret));
  return found ? { from: found.index, start: found[1]!.toLowerCase() } : undefined;
}

/** Names have single spaces, and joiners of Persian and Indic scripts. */
const UNFINISHED = /(?<![\p{L}\p{M}\p{N}_])@([\p{L}\p{M}\p{N}_\p{Join_C}-]*(?: [\p{L}\p{M}\p{N}_\p{Join_C}-]*)*)$/u;
