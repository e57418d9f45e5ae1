/** Whether a text mentions a person: `@` and the name, in any case. `@Annabel` does not mention Anna. */
export function mentionsName(text: string, name: string): boolean {
  if (!text.includes('@')) return false;
  const [all, sought] = [text.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1))
    if (!WORD_END.test(all.slice(0, at)) && !WORD_START.test(all.slice(at + sought.length))) return true;
  return false;
}

const WORD_END = /[\p{L}\p{M}\p{N}_\p{Join_C}]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_\p{Join_C}]/u;
