import type { Context } from 'hono';

/** The fields of a form, each once; nothing where the body is none. */
export async function readForm(c: Context): Promise<Record<string, string> | undefined> {
  const [type] = (c.req.header('Content-Type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  const text = await c.req.text();
  // PostgreSQL keeps no text with a zero in it.
  return text.includes('%00') || text.includes('\0') ? undefined : Object.fromEntries(new URLSearchParams(text));
}
