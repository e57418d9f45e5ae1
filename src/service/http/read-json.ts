import type { Context } from 'hono';

/** Far more fields than any request of a moderator has. Ten thousand would keep the event loop busy, as would deep lists. */
export const JSON_FIELDS_MAX = 1000;

/** More brackets than the longest text of a request and its lists have. */
const BRACKETS_MAX = 9000;

/** Reads a JSON body; undefined for another body, or one with too many fields, lists or objects. */
export const readJson = async (c: Context): Promise<unknown> => parseJson(await c.req.text());

/** Parses a body; undefined as above. */
export function parseJson(text: string): unknown {
  if (hasMore(text, AFTER_FIELD, JSON_FIELDS_MAX) || hasMore(text, BRACKET, BRACKETS_MAX)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The end of the name of a field, and the begin of a list or an object. Texts can have some, too. */
const AFTER_FIELD = /"\s*:/;
const BRACKET = /[[{]/;

const hasMore = (text: string, pattern: RegExp, max: number): boolean => text.split(pattern, max + 2).length > max + 1;
