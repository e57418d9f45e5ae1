import { type BrandPlan, type HostPlan, NEWS_LANGUAGES, type SitePlan } from './random-site-plan.ts';
import { type Page, PATHS, type Site } from './visible-site.ts';

/*
 * The rules of docs/add-a-host.md and docs/architecture.md, implemented a second time without src/.
 */

const WITH_ALTERNATES = ['/', '/rules', '/privacy_policy', '/blog/news', '/blog/own'];
const NOT_INDEXED = ['/login', '/chat'];

/** The expected site of a plan. */
export function expectedSite(plan: SitePlan): Site {
  const pages = plan.flatMap(pagesOfBrand);
  const hosts = plan.flatMap((brand) => brand.hosts);
  return {
    pages,
    sitemaps: Object.fromEntries(
      hosts.flatMap((host) => {
        const urls = host.languages.flatMap((lang) =>
          pages
            .filter((page) => page.host === host.name && page.lang === lang && page.isIndexed)
            .filter(({ path, canonical }) => canonical === urlOf({ host, lang }, path))
            .map(({ canonical }) => canonical!)
            .toSorted(),
        );
        return urls.length ? [[host.name, urls]] : [];
      }),
    ),
  };
}

interface Root {
  brand: BrandPlan;
  host: HostPlan;
  lang: string;
}

function pagesOfBrand(brand: BrandPlan): Page[] {
  const roots = brand.hosts.flatMap((host) => host.languages.map((lang): Root => ({ brand, host, lang })));
  const open = roots.filter(({ host }) => !host.closed);
  const front = roots.find(({ host, lang }) => host.name === brand.defaultHost && lang === host.languages[0])!;
  const languages = [...new Set(open.map(({ lang }) => lang))];

  /** The root of a language that is listed for a page. */
  const listed = (lang: string, path: string): Root | undefined => {
    const candidates = open.filter((root) => root.lang === lang && has(root, path) && !isOwn(root, path));
    const rank = ({ host }: Root): number =>
      host.languages.length === 1 ? 0 : host.name === brand.defaultHost ? 1 : 2;
    return candidates.toSorted((a, b) => rank(a) - rank(b))[0];
  };

  const canonical = (root: Root, path: string): Root | undefined => {
    if (isOwn(root, path)) {
      if (root.host.closed) return undefined;
      const english = isEnglishOnly(root, path) && root.host.languages.includes('en');
      return english ? { ...root, lang: 'en' } : root;
    }
    const spoken = isEnglishOnly(root, path) && listed('en', path) ? 'en' : root.lang;
    return root === front && spoken === root.lang ? root : listed(spoken, path);
  };

  const alternates = (root: Root, path: string): [string, string][] => {
    if (!WITH_ALTERNATES.includes(path) || root.host.closed || isOwn(root, path)) return [];
    const set = languages.flatMap((lang): [string, string][] => {
      const target = listed(lang, path);
      return target ? [[lang, urlOf(target, path)]] : [];
    });
    const needsDefault = brand.xDefault || !set.some(([, href]) => href === urlOf(front, path));
    if (has(front, path) && !isOwn(front, path) && needsDefault) set.push(['x-default', urlOf(front, path)]);
    return set.length > 1 ? set : [];
  };

  const menuTarget = (root: Root, lang: string): Root => {
    if (lang === root.lang) return root;
    const speakers = open.filter((other) => other.lang === lang);
    return (
      speakers.find(({ host }) => host.languages.length === 1) ??
      speakers.find(({ host }) => host === root.host) ??
      speakers.find(({ host }) => host.name === brand.defaultHost) ??
      speakers[0]!
    );
  };

  return roots.flatMap((root) => {
    const paths = PATHS.filter((path) => has(root, path));
    return paths.map((path): Page => {
      const target = canonical(root, path);
      const isBare = root.host.closed && path === '/';
      return {
        host: root.host.name,
        lang: root.lang,
        path,
        isIndexed: !NOT_INDEXED.includes(path) && target !== undefined,
        canonical: target && urlOf(target, path),
        alternates: alternates(root, path),
        links: isBare ? [] : paths.map((other) => urlOf(root, other)),
        menu: (isBare ? [] : languages).map((lang) => {
          const other = menuTarget(root, lang);
          return [lang, urlOf(other, has(other, path) ? path : path === '/qa' ? '/' : '/blog')];
        }),
      };
    });
  });
}

function has({ brand, host, lang }: Root, path: string): boolean {
  if (path === '/qa') return brand.hasQa;
  if (!path.startsWith('/blog/')) return true;
  const isShared = path === '/blog/news' && NEWS_LANGUAGES.includes(lang);
  return isShared || host.own.some((text) => text.page === path && text.lang === lang);
}

/** Whether a brand has a page in English only. */
const isEnglishOnly = ({ brand }: Pick<Root, 'brand'>, path: string): boolean =>
  path === '/qa' && brand.source === 'en';

/** Whether a page shows a text of the host alone: a list of articles does if it has such an article. */
function isOwn({ brand, host, lang }: Root, path: string): boolean {
  if (path === '/' && host.closed) return false;
  return host.own.some((text) => {
    if (isEnglishOnly({ brand }, path)) return text.page === path;
    if (text.lang !== lang) return false;
    // The changes of a document belong to the host where the document does.
    return path === '/blog' ? text.page.startsWith('/blog/') : text.page === path.replace(/\/changes$/, '');
  });
}

/** The URL at which a browser without cookies requests a page. */
const urlOf = ({ host, lang }: Pick<Root, 'host' | 'lang'>, path: string): string =>
  `https://${host.name}${path}${lang === host.languages[0] ? '' : `?lang=${lang}`}`;
