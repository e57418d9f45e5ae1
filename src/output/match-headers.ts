import { routes } from '../site/editions/routes.ts';

/** Response headers of matching paths. Of two rules that set a header, the later wins. */
export interface HeaderRule {
  /** A path, or a prefix and `*`. */
  path: string;
  headers: Record<string, string>;
}

/** Pages that may use camera and microphone. */
export const CAMERA_PATHS = [routes.chat.path, routes.test.path] as const;

/** The page that shows the account and its messages. Neither the disk nor the back/forward cache may keep it. */
export const PRIVATE_PATH = routes.chat.path;

/** The headers of a path. */
export function headersFor(rules: HeaderRule[], path: string): Record<string, string> {
  const matching = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
  );
  return Object.assign({}, ...matching.map(({ headers }) => headers)) as Record<string, string>;
}
