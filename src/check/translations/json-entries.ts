import { required } from '../../shared/required.ts';

interface JsonEntry {
  /** Keys of the object and of those around it. */
  path: string[];
  /** Undefined for a value that is no text. */
  text: string | undefined;
  /** Line of the key, counted from 1. */
  line: number;
}

/** A text, which is a key where a colon follows, a bracket, or the end of a line. */
const TOKEN = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]\n]/g;

/**
 * The entries of valid JSON with their lines, which `JSON.parse` does not tell. Lists are not entered.
 */
export function readJsonEntries(json: string) {
  /** In the order of the file. Values that are objects stand in it with their entries only. */
  const entries: JsonEntry[] = [];
  /** Lines of keys that their object has already. */
  const repeated: number[] = [];
  const objects: { path: string[]; keys: Set<string> }[] = [];
  let lists = 0;
  let line = 1;
  /** The entry whose value comes next. */
  let entry: JsonEntry | undefined;
  const end = (text?: string): void => {
    if (entry) entries.push({ ...entry, text });
    entry = undefined;
  };
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '\n') line += 1;
    else if (token === '[') lists += 1;
    else if (token === ']') lists -= 1;
    else if (lists) continue;
    else if (token === '{') {
      objects.push({ path: entry?.path ?? [], keys: new Set() });
      entry = undefined;
    } else if (token === '}') {
      end();
      objects.pop();
    } else if (colon === undefined) end(JSON.parse(token) as string);
    else {
      end();
      const { path, keys } = required(objects.at(-1), 'object of a key');
      const key = JSON.parse(token) as string;
      if (keys.has(key)) repeated.push(line);
      keys.add(key);
      entry = { path: [...path, key], text: undefined, line };
    }
  }
  return { entries, repeated };
}
