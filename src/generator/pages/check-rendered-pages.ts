import { memoize } from '../../shared/memoize.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { type Edition, isHostDefault, rootOf } from '../../site/editions/editions.ts';
import { absoluteUrl, linkTo } from '../../site/editions/urls.ts';
import { idOf } from '../../site/markdown/fragment.ts';
import type { RenderedPageFacts } from './page-facts.ts';

/** Reports links without a file, anchors without an element, and links that lose the edition's language without a cookie. */
export const checkRenderedLinks = (edition: Edition, pages: RenderedPageFacts[], files: Set<string>): Diagnostic[] => [
  ...checkTargets(edition, pages, files),
  ...checkLanguage(edition, pages),
];

/** Reports links to pages of the same host that lack `?lang=` where the host's default is another language. */
function checkLanguage(edition: Edition, pages: RenderedPageFacts[]): Diagnostic[] {
  if (isHostDefault(edition)) return [];
  const paths = new Set(pages.map(({ path }) => path));
  const leavesLanguage = (target: string): boolean =>
    paths.has(target.split(/[?#]/)[0]) && linkTo(edition, target) !== target;
  const wrongIn = memoize((references: string[]) => references.filter(leavesLanguage));
  return pages
    .filter(({ path }) => path !== undefined)
    .flatMap((page) =>
      [...wrongIn(page.references), ...page.ofTexts.links.filter(leavesLanguage)].map((target) =>
        diagnosticOf(
          edition,
          page,
          `"${target}" does not stay in ${edition.lang}`,
          'Write it with linkTo() of src/site/editions/urls.ts',
        ),
      ),
    );
}

function checkTargets(edition: Edition, pages: RenderedPageFacts[], files: Set<string>): Diagnostic[] {
  const pageAt = new Map(pages.map((page) => [page.path, page]));
  const leadsNowhere = (target: string, page?: RenderedPageFacts): boolean => {
    if (!/^[/#]/.test(target)) return false;
    const [address = '', anchor] = target.split('#');
    const [path = ''] = address.split('?');
    const to = path ? pageAt.get(path) : page;
    // A closed home has no text for an anchor.
    if (to?.path === '/' && edition.closed) return false;
    return to ? anchor !== undefined && !hasId(to, idOf(anchor) ?? '') : !files.has(path.slice(1));
  };
  // Pages of an edition share most targets.
  const isDead = memoize((target: string) => leadsNowhere(target));
  const deadOn = (page: RenderedPageFacts, targets: string[]): string[] =>
    targets.filter((target) => (target.startsWith('#') ? leadsNowhere(target, page) : isDead(target)));
  // Pages of a template share the list of references.
  const inSiteOf = memoize((references: string[]) => {
    const anchors = references.filter((target) => target.startsWith('#'));
    return { dead: references.filter((target) => !target.startsWith('#') && isDead(target)), anchors };
  });
  return pages.flatMap((page) => {
    const { dead, anchors } = inSiteOf(page.references);
    return [...dead, ...deadOn(page, anchors), ...deadOn(page, page.ofTexts.links)].map((target) =>
      diagnosticOf(
        edition,
        page,
        `"${target}" leads nowhere`,
        'Correct the link in the component or text that writes it',
      ),
    );
  });
}

const hasId = ({ ids, ofTexts }: RenderedPageFacts, id: string): boolean => ids.has(id) || ofTexts.ids.includes(id);

/** Reports islands that are not rendered into their page: they cannot be read or used without JavaScript. */
export const checkIslands = (edition: Edition, pages: RenderedPageFacts[]): Diagnostic[] =>
  pages
    .filter(({ lacksIsland }) => lacksIsland)
    .map((page) =>
      diagnosticOf(
        edition,
        page,
        'a part of an island was not rendered',
        'Look for an error or a promise in its components that src/islands/react-renderer.ts let pass',
      ),
    );

/** A page with its alternates. */
export interface TranslatedPage {
  edition: Edition;
  path: string;
  alternates: Alternate[];
}

/** Reports pages whose alternates do not name the same alternates. Hosts without pages in the list are skipped. */
export function checkReciprocity(pages: TranslatedPage[]): Diagnostic[] {
  const hosts = new Set(pages.map(({ edition }) => edition.host));
  const sets = new Map(pages.map((page) => [absoluteUrl(page.edition, page.path), JSON.stringify(page.alternates)]));
  return pages.flatMap(({ edition, path, alternates }) => {
    const own = JSON.stringify(alternates);
    return alternates
      .filter(({ href }) => hosts.has(new URL(href).host) && sets.get(href) !== own)
      .map(({ href }) => ({
        file: `${rootOf(edition)}${path}`,
        line: 1,
        message: `its alternate ${href} does not name the same alternates`,
        hint: 'Look into src/site/editions/alternates.ts',
      }));
  });
}

const diagnosticOf = (edition: Edition, { file }: RenderedPageFacts, message: string, hint: string): Diagnostic => ({
  file: `${rootOf(edition)}/${file}`,
  line: 1,
  message,
  hint,
});
