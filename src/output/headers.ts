import { routes } from '../site/editions/routes.ts';

/** Headers of the answers to some paths; of two rules for a path, the later one wins. */
export interface HeaderRule {
  /** A path, or the beginning of one and `*`. */
  path: string;
  headers: Record<string, string>;
}

/** Where an edition tells browsers which pages to fetch ahead. */
export const SPECULATION_FILE = 'speculation-rules.json';

/** Pages that may use camera and microphone. */
export const CAMERA_PATHS = [routes.chat.path, routes.test.path] as const;

/** The headers that rules give a path. */
export function headersFor(rules: HeaderRule[], path: string): Record<string, string> {
  const matching = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
  );
  return Object.assign({}, ...matching.map(({ headers }) => headers)) as Record<string, string>;
}
