import type { Diagnostic } from '../shared/user-error.ts';
import { articlesFor, daysAhead, documentNames, fillPlaceholders, pagesOf, pagesOn } from '../site/content.ts';
import type { Edition } from '../site/editions/editions.ts';
import { articlePath, routes } from '../site/editions/routes.ts';
import { idOf } from '../site/markdown/outline.ts';
import { publicationDay } from '../site/markdown/publication.ts';
import { pathFor, type Source, sourcesIn } from '../site/markdown/sources.ts';
import { staticFilesOf } from '../site/static-files.ts';
import type { Inspect, Link } from './inspect-content-file.ts';

interface DeadLink extends Link {
  /** Missing target of the link. */
  missing: string;
  /** Language, file or host that lacks it. */
  where: string;
  /** Missing translation of an article that exists in the language of the text. */
  untranslated?: string | undefined;
}

/** Reports dead links in the texts of all editions, for the day of the build and the day of each scheduled article. */
export function checkLinks(editions: Edition[], inspect: Inspect): Diagnostic[] {
  const links = editions.flatMap((edition) =>
    [undefined, ...daysAhead(edition)].flatMap((day) => {
      const pages = day ? pagesOn(edition, day) : pagesOf(edition);
      const sources = [...pages.values()].filter((source) => source !== undefined);
      return sources.flatMap((source) => inspect(source).links.map((link) => ({ link, pages, source, edition, day })));
    }),
  );
  const strange = new Set(links.filter(({ link, edition }) => !leadsSomewhere(link, edition)).map(({ link }) => link));
  const foreign = links.flatMap(({ link, edition, day }) => findDeadOnOwnHost(link, edition, editions, day) ?? []);
  const dead = [
    ...foreign,
    ...links.flatMap(({ link, pages, source, edition }) => findDead(link, pages, source, edition, inspect) ?? []),
  ];
  const byLink = Map.groupBy(dead, ({ file, line, url, missing, untranslated }) =>
    JSON.stringify([file, line, url, missing, untranslated]),
  );
  return [...[...strange].map(strangeLink), ...[...byLink.values()].map(deadLink)];
}

function findDead(
  link: Link,
  pages: ReturnType<typeof pagesOf>,
  source: Source,
  edition: Edition,
  inspect: Inspect,
): DeadLink | undefined {
  if (!/^[/#]/.test(link.url)) return undefined;
  const [address = '', fragment] = link.url.split('#');
  const path = address.split('?')[0]!;
  if (path && !pages.has(path) && !staticFilesOf(edition).has(path.slice(1)))
    return {
      ...link,
      missing: `page ${path}`,
      where: `${edition.lang}${whenShown(path, edition)}`,
      untranslated: untranslatedArticle(path, source, edition),
    };
  const target = path ? pages.get(path) : source;
  if (fragment === undefined || (target && inspect(target).ids.includes(idOf(fragment) ?? ''))) return undefined;
  // Other checks report a document that is missing or cannot be decoded.
  if (target?.diagnostics.length || (!target && documentNames.some((name) => routes[name].path === path)))
    return undefined;
  const missing = fragment ? `"${idOf(fragment) ?? fragment}"` : 'id after #';
  return { ...link, missing, where: target?.file ?? path };
}

/** The file that an untranslated article needs. The English Q&A, which all editions show, links to articles. */
function untranslatedArticle(path: string, { lang }: Source, edition: Edition): string | undefined {
  if (lang === edition.lang) return undefined;
  const article = ['shared', edition.brand.id, edition.host]
    .flatMap((scope) => sourcesIn('article', scope, lang))
    .find(({ name }) => articlePath(name) === path);
  return article && pathFor('article', 'shared', edition.lang, article.name);
}

/** Explains why an existing article is not published. */
function whenShown(path: string, edition: Edition): string {
  const article = articlesFor(edition).find(({ name }) => articlePath(name) === path);
  if (!article) return '';
  const day = publicationDay(article);
  return day ? ` before ${day}` : ', where it is a draft';
}

/** Checks an absolute link to a configured host. */
function findDeadOnOwnHost(
  link: Link,
  shownIn: Edition,
  editions: Edition[],
  day: string | undefined,
): DeadLink | undefined {
  const url = fillPlaceholders(link.url, shownIn);
  if (!URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  const edition = editions.find((candidate) => candidate.host === host);
  if (!edition || staticFilesOf(edition).has(pathname.slice(1))) return undefined;
  if ((day ? pagesOn(edition, day) : pagesOf(edition)).has(pathname)) return undefined;
  return { ...link, missing: `page ${pathname}`, where: host };
}

/** Whether a link is a path, a fragment, an https URL or a mailto URL. */
function leadsSomewhere(link: Link, edition: Edition): boolean {
  const url = fillPlaceholders(link.url, edition);
  if (/^[/#]/.test(url)) return true;
  if (url.startsWith('mailto:')) return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(url);
  return /^https:\/\/[^/]/.test(url) && URL.canParse(url) && /[^.]\.[^.]/.test(new URL(url).hostname);
}

function deadLink(found: DeadLink[]): Diagnostic {
  const { file, line, url, missing, untranslated } = found[0]!;
  if (untranslated)
    return {
      file: untranslated,
      line: 1,
      message: `the article is missing, to which ${file}:${line} links`,
      hint: 'Translate it, or remove the link',
    };
  const places = [...new Set(found.map(({ where }) => where))].join(', ');
  const hint = missing.startsWith('page')
    ? 'Correct it, or write the page it means'
    : `Correct it, or give a heading that id, as in ## Title {#${url.split('#')[1] || 'an-id'}}`;
  return { file, line, message: `the link "${url}" is dead: there is no ${missing} in ${places}`, hint };
}

const strangeLink = ({ file, line, url }: Link): Diagnostic => ({
  file,
  line,
  message: `the link "${url}" leads nowhere`,
  hint: 'Start it with /, #, https:// and a host, or mailto: and an address',
});
