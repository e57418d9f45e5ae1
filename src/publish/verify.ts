import { pagesOf } from '../content.ts';
import { type Edition, rootOf } from '../editions/editions.ts';
import { absoluteUrl } from '../editions/urls.ts';
import type { Problem } from '../problems.ts';
import type { AssembledEdition } from './assemble.ts';
import type { PublishedPage } from './read-page.ts';

/** Every link of an edition leads to a file of it, and every anchor to an element. */
export function checkReferences({ edition, pages, files }: AssembledEdition): Problem[] {
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
        const dead = to ? anchor !== undefined && !to.ids.has(decodeURIComponent(anchor)) : !files.has(path.slice(1));
        return dead
          ? [
              problemOf(
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

/** The pages of an edition are those of the route table and of its articles, no more and no fewer. */
export function checkPages({ edition, pages }: AssembledEdition): Problem[] {
  const wanted = new Set(pagesOf(edition).keys());
  const built = new Set(pages.flatMap(({ path }) => path ?? []));
  const at = (path: string): Pick<Problem, 'file' | 'line'> => ({ file: `${rootOf(edition)}${path}`, line: 1 });
  return [
    ...[...wanted.difference(built)].map((path) => ({
      ...at(path),
      what: 'the route has no page',
      remedy: 'Add its file to src/pages/[host]/[lang]/, or remove it from src/editions/routes.ts',
    })),
    ...[...built.difference(wanted)].map((path) => ({
      ...at(path),
      what: 'the page has no route',
      remedy: 'Add it to src/editions/routes.ts, or remove its file from src/pages/[host]/[lang]/',
    })),
  ];
}

/** Every page that a page names as its translation names the same translations. Hosts outside this build are not asked. */
export function checkReciprocity(assembled: AssembledEdition[]): Map<Edition, Problem[]> {
  const pageAt = new Map(
    assembled.flatMap(({ edition, pages }) =>
      pages.flatMap((page) => (page.path ? [[absoluteUrl(edition, page.path), page]] : [])),
    ),
  );
  const hosts = new Set(assembled.map(({ edition }) => edition.host));
  const setOf = (page: PublishedPage | undefined): string => JSON.stringify(page?.alternates ?? []);
  return new Map(
    assembled.map(({ edition, pages }) => [
      edition,
      pages.flatMap((page) =>
        page.alternates
          .filter(({ href }) => hosts.has(new URL(href).host) && setOf(pageAt.get(href)) !== setOf(page))
          .map(({ href }) =>
            problemOf(
              edition,
              page,
              `its alternate ${href} does not name the same alternates`,
              'Look into src/editions/urls.ts',
            ),
          ),
      ),
    ]),
  );
}

const problemOf = (edition: Edition, { file }: PublishedPage, what: string, remedy: string): Problem => ({
  file: `${rootOf(edition)}/${file}`,
  line: 1,
  what,
  remedy,
});
