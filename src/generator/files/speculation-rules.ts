import { hash } from 'node:crypto';

import { routes } from '../../site/editions/routes.ts';

/** Pages that depend on an account, and the API. */
const EXCLUDED = [routes.login.path, routes.chat.path, routes.test.path, routes.moderation.path, '/auth/*', '/api/*'];

/**
 * Static pages. Links to other languages are excluded, because their answers set a cookie.
 * @see https://wicg.github.io/nav-speculation/speculation-rules.html
 */
const RULE = {
  where: {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: EXCLUDED.flatMap((path) => [path, `${path}\\?*`]) } },
      { not: { selector_matches: '[hreflang]' } },
    ],
  },
  // When a pointer or finger rests on the link.
  eagerness: 'moderate',
};

/**
 * Browsers that know no `prerender`, such as Safari, prefetch the page. Browsers that know both begin both at the same moment, with the same
 * eagerness, and the prerendered page takes the answer of the prefetch: the page is fetched once.
 */
const text = `${JSON.stringify({ prefetch: [RULE], prerender: [RULE] })}\n`;

/** The speculation rules of all pages, in a file that browsers keep for a year. */
export const speculationRules = {
  /** Path below the root of an edition. */
  file: `_astro/rules.${hash('sha256', text).slice(0, 8)}.speculationrules`,
  text,
};
