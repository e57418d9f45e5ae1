import { required } from '../shared/required.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { articlesFor, daysAhead, documentNames, fillPlaceholders, pagesOf, pagesOn } from '../site/content.ts';
import { type Edition, publicationDay } from '../site/editions/editions.ts';
import { articlePath, feedPaths, routes } from '../site/editions/routes.ts';
import { formerAnchorsTo } from '../site/markdown/former-anchors.ts';
import { idOf } from '../site/markdown/fragment.ts';
import type { Source } from '../site/site-folder.ts';
import { staticFilesOf } from '../site/static-files.ts';
import { type Inspect, type Link, linksOf } from './inspect-content-file.ts';

interface DeadLink extends Link {
  file: string;
  /** Missing target of the link. */
  missing: string;
  /** Language, file or host that lacks it. */
  where: string;
  /** Original of the text that lacks it. */
  original?: string | undefined;
  /** Missing translation of an article that exists in the language of the text. */
  untranslated?: string | undefined;
}

/** Reports dead links in the texts of all editions, for the day of the build and the day of each scheduled article. */
export function checkLinks(editions: Edition[], inspect: Inspect): Diagnostic[] {
  const ofHost = Map.groupBy(editions[0]?.site.editions ?? [], ({ host }) => host);
  const strange = new Map<Link, Diagnostic>();
  const foreign: DeadLink[] = [];
  const dead: DeadLink[] = [];
  for (const edition of editions) {
    for (const day of [undefined, ...daysAhead(edition)]) {
      const pages = pagesShown(edition, day);
      for (const source of new Set(pages.values())) {
        if (!source) continue;
        for (const link of inspect(source).links) {
          if (/^[/#]/.test(link.url)) {
            const found = findDead(link, pages, source, edition, inspect);
            if (found) dead.push(found);
          } else {
            const url = fillPlaceholders(link.url, edition);
            if (!leadsSomewhere(url)) strange.set(link, strangeLink(source.file, link));
            const found = findDeadOnOwnHost(url, link, source.file, { ofHost, day, inspect });
            if (found) foreign.push(found);
          }
        }
      }
    }
  }
  const byLink = Map.groupBy([...foreign, ...dead], ({ file, line, url, missing, untranslated }) =>
    JSON.stringify([file, line, url, missing, untranslated]),
  );
  return [...strange.values(), ...[...byLink.values()].map(deadLink)];
}

const pagesShown = (edition: Edition, day: string | undefined): ReturnType<typeof pagesOf> =>
  day ? pagesOn(edition, day) : pagesOf(edition);

const feeds: string[] = Object.values(feedPaths);

/** Checks a path or fragment. */
function findDead(
  link: Link,
  pages: ReturnType<typeof pagesOf>,
  source: Source,
  edition: Edition,
  inspect: Inspect,
): DeadLink | undefined {
  const [address = '', fragment] = link.url.split('#');
  const [path = ''] = address.split('?');
  const isFile = staticFilesOf(edition).has(path.slice(1)) || feeds.includes(path);
  if (path && !pages.has(path) && !isFile)
    return {
      ...link,
      file: source.file,
      missing: `page ${path}`,
      where: `${edition.lang}${whenShown(path, edition)}`,
      untranslated: untranslatedArticle(path, source, edition),
    };
  const target = path ? pages.get(path) : source;
  if (fragment === undefined || (target && hasAnchor(target, idOf(fragment), inspect))) return undefined;
  // Other checks report a document that is missing or cannot be decoded.
  if (target?.diagnostics.length || (!target && documentNames.some((name) => routes[name].path === path)))
    return undefined;
  const missing = fragment ? `"${idOf(fragment) ?? fragment}"` : 'id after #';
  return { ...link, file: source.file, missing, where: target?.file ?? path, original: target && originalOf(target) };
}

/** The file that a text is translated from, whose blocks it shares. */
const originalOf = ({ kind, scope, name, folder }: Source): string =>
  folder.pathFor(kind, scope, folder.sourceLanguageOf(scope), name);

const hasAnchor = (target: Source, id = '', inspect: Inspect): boolean => {
  const { ids } = inspect(target);
  return ids.includes(id) || formerAnchorsTo(target, ids).includes(id);
};

/** The file that an untranslated article needs. The English Q&A, which all editions of a brand can show, links to articles. */
function untranslatedArticle(path: string, { lang }: Source, edition: Edition): string | undefined {
  if (lang === edition.lang) return undefined;
  const article = ['shared', edition.brand.id, edition.host]
    .flatMap((scope) => edition.site.folder.sourcesIn('article', scope, lang))
    .find(({ name }) => articlePath(name) === path);
  return article && edition.site.folder.pathFor('article', 'shared', edition.lang, article.name);
}

/** Explains why an existing article is not published. */
function whenShown(path: string, edition: Edition): string {
  const article = articlesFor(edition).find(({ name }) => articlePath(name) === path);
  if (!article) return '';
  const day = publicationDay(edition.site, article);
  return day ? ` before ${day}` : ', where it is a draft';
}

/** Checks an absolute link to a configured host. */
function findDeadOnOwnHost(
  url: string,
  link: Link,
  file: string,
  { ofHost, day, inspect }: { ofHost: Map<string, Edition[]>; day: string | undefined; inspect: Inspect },
): DeadLink | undefined {
  const target = URL.parse(url);
  const editions = target ? (ofHost.get(target.host) ?? []) : [];
  const edition = editions.find(({ lang }) => lang === target?.searchParams.get('lang')) ?? editions[0];
  if (!target || !edition) return undefined;
  const { pathname, hash } = target;
  const pages = pagesShown(edition, day);
  if (!staticFilesOf(edition).has(pathname.slice(1)) && !pages.has(pathname))
    return { ...link, file, missing: `page ${pathname}`, where: edition.host };
  // The ids of a page with changes are not those of its text. Browsers know "top", and texts to mark.
  if (/^$|^#top$|:~:/.test(hash) || pathname.endsWith('/changes')) return undefined;
  const text = pages.get(pathname);
  const id = idOf(hash.slice(1));
  if (!text || text.diagnostics.length || hasAnchor(text, id, inspect)) return undefined;
  return { ...link, file, missing: `"${id ?? hash.slice(1)}"`, where: text.file };
}

/** Reports links of a text that are neither paths nor https or mailto URLs. */
export const checkUrls = (source: Source, edition: Edition): Diagnostic[] =>
  linksOf(source)
    .filter(({ url }) => !/^[/#]/.test(url) && !leadsSomewhere(fillPlaceholders(url, edition)))
    .map((link) => strangeLink(source.file, link));

/** Whether a URL is an https URL or a mailto URL. A path begins otherwise. */
function leadsSomewhere(url: string): boolean {
  if (url.startsWith('mailto:')) return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(url);
  return /^https:\/\/[^/]/.test(url) && /[^.]\.[^.]/.test(URL.parse(url)?.hostname ?? '');
}

function deadLink(found: DeadLink[]): Diagnostic {
  const { file, line, url, missing, untranslated, original } = required(found[0], 'dead link');
  const isSame = found.every((other) => other.original === original);
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
  const message = `the link "${url}" is dead: there is no ${missing} in ${places}`;
  const cause = `${isSame && original ? original : places}#${missing.replaceAll('"', '')}`;
  return { file, line, message, hint, cause, follows: true };
}

const strangeLink = (file: string, { line, url }: Link): Diagnostic => ({
  file,
  line,
  message: `the link "${url}" leads nowhere`,
  hint: 'Start it with /, #, https:// and a host, or mailto: and an address',
});
