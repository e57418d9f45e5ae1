import type { Context } from 'hono';

/** Reads the fields of a form body, each once; undefined for another content type or a body with a NUL character. */
export async function readForm(c: Context): Promise<Record<string, string> | undefined> {
  const [type] = (c.req.header('Content-Type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  const text = await c.req.text();
  // PostgreSQL cannot store NUL characters.
  return text.includes('%00') || text.includes('\0') ? undefined : Object.fromEntries(new URLSearchParams(text));
}
