import { listFiles } from '../shared/files/list-files.mjs';
import { type Diagnostic, mistakeOf } from '../shared/user-error.ts';
import { routes } from '../site/editions/routes.ts';

const PAGES = 'src/pages/[host]/[lang]';

/** Page files without a route: the page for unknown paths, and further pages of the blog list. */
const WITHOUT_ROUTE = ['/404', '/blog/page/[number]'];

/** Reports routes without page file, and page files without route. */
export function checkRouteFiles(): Diagnostic[] {
  const files = listFiles('src/pages')
    .filter((file) => file.endsWith('.astro'))
    .map((file) => `src/pages/${file}`);
  const fileOf = (path: string): string => `${PAGES}${path === '/' ? '/index' : path}.astro`;
  const wanted = [...Object.values(routes).map(({ path }) => path.replace('{id}', '[id]')), ...WITHOUT_ROUTE].map(
    fileOf,
  );
  return [
    ...mistakeOf(
      wanted.filter((file) => !files.includes(file)),
      'the route has no page',
      'Add this file, or remove the route from src/site/editions/routes.ts',
    ),
    ...mistakeOf(
      files.filter((file) => !wanted.includes(file)),
      'the page has no route',
      'Add it to src/site/editions/routes.ts, or remove this file',
    ),
  ];
}
