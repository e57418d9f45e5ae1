import type { Diagnostic } from '../../shared/user-error.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { absoluteUrl, type Alternate, linkTo } from '../../site/editions/urls.ts';
import { idOf } from '../../site/markdown/outline.ts';
import type { PublishedPage } from './page-facts.ts';

/** Every link of an edition leads to a file of it, and every anchor to an element; without a cookie, too. */
export const checkReferences = (edition: Edition, pages: PublishedPage[], files: Set<string>): Diagnostic[] => [
  ...checkTargets(edition, pages, files),
  ...checkLanguage(edition, pages),
];

/** A link to a page of the same host names the language where the host's default is another one. */
function checkLanguage(edition: Edition, pages: PublishedPage[]): Diagnostic[] {
  const paths = new Set(pages.map(({ path }) => path));
  return pages
    .filter(({ path }) => path !== undefined)
    .flatMap((page) =>
      page.references
        .filter((target) => paths.has(target.split(/[?#]/)[0]) && linkTo(edition, target) !== target)
        .map((target) =>
          diagnosticOf(
            edition,
            page,
            `"${target}" does not stay in ${edition.lang}`,
            'Write it with linkTo() of src/site/editions/urls.ts',
          ),
        ),
    );
}

function checkTargets(edition: Edition, pages: PublishedPage[], files: Set<string>): Diagnostic[] {
  const pageAt = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    page.references
      .filter((target) => /^[/#]/.test(target))
      .flatMap((target) => {
        const [address = '', anchor] = target.split('#');
        const path = address.split('?')[0]!;
        const to = path ? pageAt.get(path) : page;
        // The text that an anchor on home means is not there while the home is closed.
        if (to?.path === '/' && edition.closed) return [];
        const dead = to ? anchor !== undefined && !to.ids.has(idOf(anchor) ?? '') : !files.has(path.slice(1));
        return dead
          ? [
              diagnosticOf(
                edition,
                page,
                `"${target}" leads nowhere`,
                'Correct the link in the component or text that writes it',
              ),
            ]
          : [];
      }),
  );
}

/** Every island is in its page, so that it can be read and its forms sent without JavaScript. */
export const checkIslands = (edition: Edition, pages: PublishedPage[]): Diagnostic[] =>
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

/** A page as far as its translations go. */
export interface TranslatedPage {
  edition: Edition;
  path: string;
  alternates: Alternate[];
}

/** Every page that a page names as its translation names the same translations. Hosts that are not among the pages are not asked. */
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
        hint: 'Look into src/site/editions/urls.ts',
      }));
  });
}

const diagnosticOf = (edition: Edition, { file }: PublishedPage, message: string, hint: string): Diagnostic => ({
  file: `${rootOf(edition)}/${file}`,
  line: 1,
  message,
  hint,
});
