import { routes } from '../../site/editions/routes.ts';

/** Captures the path of a page in the same with a trailing slash. JavaScript, nginx and Caddy share its syntax. */
export const TRAILING_SLASH = '^((?:/[^/]+)+)/$';

/** Paths that people type or shorten, and the page that they mean. */
export const aliases: ReadonlyMap<string, string> = new Map([['/auth', routes.registration.path]]);

/** The path of the page that a path means. Servers answer any other path that means a page with a permanent redirect, which keeps the query. */
export function pagePath(path: string): string {
  const page = new RegExp(TRAILING_SLASH).exec(path)?.[1] ?? path;
  return aliases.get(page) ?? page;
}
