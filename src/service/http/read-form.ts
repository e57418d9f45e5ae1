import type { Context } from 'hono';

/** Far more than any form has. Tens of thousands would keep the event loop busy. */
export const FORM_FIELDS_MAX = 100;

/** Reads the fields of a form body, each once; undefined for another content type, for too many fields or a NUL character. */
export async function readForm(c: Context): Promise<Record<string, string> | undefined> {
  const [type] = (c.req.header('Content-Type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  return parseForm(await c.req.text());
}

/** Parses a form body; undefined as above. */
export function parseForm(text: string): Record<string, string> | undefined {
  // PostgreSQL cannot store NUL characters.
  if (text.includes('%00') || text.includes('\0')) return undefined;
  return text.split('&', FORM_FIELDS_MAX + 1).length > FORM_FIELDS_MAX
    ? undefined
    : Object.fromEntries(new URLSearchParams(text));
}
