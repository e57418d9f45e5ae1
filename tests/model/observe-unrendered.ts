import { sitemapEntries } from '../../src/generator/files/host-text-files.ts';
import type { RenderedPageFacts } from '../../src/generator/pages/page-facts.ts';
import { hasPage, ownsPage, pagesOf } from '../../src/site/content.ts';
import { type Edition, isHostDefault } from '../../src/site/editions/editions.ts';
import type { HostsInput } from '../../src/site/editions/hosts-schema.ts';
import { languageMenu } from '../../src/site/editions/language-menu.ts';
import { parseHosts } from '../../src/site/editions/parse-hosts.ts';
import { routes } from '../../src/site/editions/routes.ts';
import { linkTo } from '../../src/site/editions/urls.ts';
import { headOf } from '../../src/site/head/head.ts';
import type { Translate } from '../../src/site/i18n/translator.ts';
import { readSiteOptions, toSite } from '../../src/site/open-site.ts';
import { PageView } from '../../src/site/pages/page-view.ts';
import { type Page, PATHS, type Site } from './visible-site.ts';

/** The site that src/ makes of a configuration and a content folder, without rendering it. */
export function observeUnrendered(input: HostsInput, contentDir: string): Site {
  const { editions } = toSite({ ...readSiteOptions({}), contentDir }, parseHosts(input, 'hosts.config.ts'));
  const siblingsOf = (edition: Edition): Edition[] => editions.filter(({ brand }) => brand === edition.brand);

  const noText = (): never => {
    throw new Error('a head asks for a text');
  };
  const observe = (edition: Edition, path: string): Page => {
    const texts = { document: noText, article: noText, articleList: noText, changes: noText };
    const looks = {
      picture: '',
      themes: { dark: '', light: '', darkGround: '', lightGround: '' },
      wordmark: undefined,
    };
    const page = new PageView({ edition, siblings: siblingsOf(edition), hasPage, ownsPage, ...looks, ...texts });
    const facts = { route: routeOf(path), path, description: '' };
    const head = headOf(page, ((key: string) => key) as Translate, facts);
    const paths = PATHS.filter((other) => pagesOf(edition).has(other));
    // A closed home has a single sentence only.
    const isBare = edition.closed && path === routes.home.path;
    const fallback = path === routes.qa.path ? routes.home.path : routes.blog.path;
    const menu = isBare ? [] : languageMenu(edition, editions, (other) => (hasPage(other, path) ? path : fallback));
    return {
      host: edition.host,
      lang: edition.lang,
      path,
      isIndexed: head.robots === 'index, follow',
      canonical: head.canonical,
      alternates: head.alternates.map(({ hreflang, href }) => [hreflang, href]),
      links: isBare ? [] : paths.map((other) => linkTo(edition, other)),
      menu: menu.map(({ lang, href }) => [lang, href]),
    };
  };
  const pages = new Map(
    editions.map((edition) => [
      edition,
      PATHS.filter((path) => pagesOf(edition).has(path)).map((path) => observe(edition, path)),
    ]),
  );
  const sitemaps = editions.filter(isHostDefault).map((edition): [string, string[]] => {
    const onHost = editions.filter(({ host }) => host === edition.host);
    const hostPages = onHost.map((owner): [Edition, RenderedPageFacts[]] => [owner, pages.get(owner)!.map(publish)]);
    return [edition.host, sitemapEntries(edition, hostPages).map(({ url }) => url)];
  });
  return {
    pages: [...pages.values()].flat(),
    sitemaps: Object.fromEntries(sitemaps.filter(([, urls]) => urls.length)),
  };
}

/** The facts that a build reads from a rendered page. */
const publish = ({ path, isIndexed, canonical, alternates }: Page): RenderedPageFacts =>
  ({
    path,
    indexed: isIndexed,
    canonical,
    alternates: alternates.map(([hreflang, href]) => ({ hreflang, href })),
  }) as RenderedPageFacts;

function routeOf(path: string): keyof typeof routes {
  const [route] = Object.entries(routes).find(([, known]) => known.path === path) ?? ['article'];
  return route as keyof typeof routes;
}
