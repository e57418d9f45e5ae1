import { expectedSite } from './expected-site.ts';
import type { HostPlan, SitePlan } from './random-site-plan.ts';
import { type Page, PATHS, type Site } from './visible-site.ts';

/** All differences between a site and the site expected from its plan, and all faults of the site itself. */
export function mistakesOf(site: Site, plan: SitePlan): string[] {
  return [...differences(site, expectedSite(plan), hostsIn(plan)), ...contradictions(site, plan)];
}

/** Faults of any site, independent of its plan. */
export function contradictions({ pages, sitemaps }: Site, plan: SitePlan): string[] {
  const hosts = hostsIn(plan);
  const at = new Map(pages.map((page) => [urlOf(page, hosts), page]));
  const isListed = (url: string): boolean => {
    const page = at.get(url);
    return !!page?.isIndexed && page.canonical === url && !hosts.get(page.host)!.closed;
  };
  const mapped = new Set(Object.values(sitemaps).flat());
  return pages.flatMap((page) => {
    const url = urlOf(page, hosts);
    const set = page.alternates.map(([, href]) => href);
    const tags = page.alternates.map(([tag]) => tag);
    const isOwnCanonical = page.isIndexed && page.canonical === url;
    const wrong: [boolean, string][] = [
      [page.isIndexed && !page.canonical, 'is indexed without a canonical URL'],
      [page.isIndexed && !isListed(page.canonical ?? ''), 'is canonical to a page that is not listed'],
      [isOwnCanonical && set.length > 0 && !set.includes(url), 'is not in its own set of alternates'],
      [!isOwnCanonical && set.length > 0 && !set.includes(page.canonical!), 'has a set without its canonical URL'],
      [new Set(tags).size !== tags.length, 'has two alternates with one tag'],
      [isOwnCanonical !== mapped.has(url), 'is in a sitemap and not canonical to itself, or the other way round'],
      [menuLosesChoice(page, hosts), 'has a language menu that a cookie overrules'],
    ];
    const ofSet = page.alternates.flatMap(([tag, href]): [boolean, string][] => {
      const target = at.get(href);
      return [
        [!isListed(href), `has the alternate ${href}, which is not listed`],
        [JSON.stringify(target?.alternates) !== JSON.stringify(page.alternates), `and ${href} have different sets`],
        [tag !== 'x-default' && target?.lang !== tag, `calls ${href} ${tag}`],
      ];
    });
    return [...wrong, ...ofSet].filter(([isWrong]) => isWrong).map(([, what]) => `${nameOf(page)}: ${what}`);
  });
}

type Hosts = Map<string, HostPlan>;

const hostsIn = (plan: SitePlan): Hosts => new Map(plan.flatMap(({ hosts }) => hosts.map((host) => [host.name, host])));

function differences(site: Site, expected: Site, hosts: Hosts): string[] {
  const found = new Map(site.pages.map((page) => [nameOf(page), page]));
  const wanted = new Map(expected.pages.map((page) => [nameOf(page), page]));
  const names = new Set([...found.keys(), ...wanted.keys()]);
  return [
    ...[...names].flatMap((name) => {
      const [page, model] = [found.get(name), wanted.get(name)];
      if (!page || !model) return [`${name}: is ${page ? 'there' : 'missing'}`];
      return [
        ...differ(`${name}: isIndexed`, page.isIndexed, model.isIndexed),
        ...differ(`${name}: canonical`, page.canonical, model.canonical),
        ...differ(`${name}: alternates`, page.alternates, model.alternates),
        // A page need not link to each of the others.
        ...page.links
          .map((href) => answered(href, page, hosts))
          .filter((url) => PATHS.includes(new URL(url).pathname) && !model.links.includes(url))
          .map((url) => `${name}: leads to ${url}`),
        ...differ(
          `${name}: menu`,
          page.menu.map(([lang, href]) => [lang, answered(href, page, hosts)]),
          model.menu,
        ),
      ];
    }),
    ...differ('sitemaps', site.sitemaps, expected.sitemaps),
  ];
}

/** A link to another language of the same or another host must ask for it, unless the host has no other. */
const menuLosesChoice = (page: Page, hosts: Hosts): boolean =>
  page.menu.some(([lang, href]) => {
    const { host, searchParams } = new URL(href, `https://${page.host}`);
    return lang !== page.lang && hosts.get(host)!.languages.length > 1 && searchParams.get('lang') !== lang;
  });

/** The page that a server sends to a visitor without cookies and wishes, by its shortest URL. */
function answered(href: string, { host: from }: Page, hosts: Hosts): string {
  const { host, pathname: path, searchParams } = new URL(href, `https://${from}`);
  const languages = hosts.get(host)?.languages ?? [''];
  const lang = languages.find((one) => one === searchParams.get('lang')) ?? languages[0]!;
  return urlOf({ host, lang, path }, hosts);
}

const urlOf = ({ host, lang, path }: Pick<Page, 'host' | 'lang' | 'path'>, hosts: Hosts): string =>
  `https://${host}${path}${lang === hosts.get(host)?.languages[0] ? '' : `?lang=${lang}`}`;

const nameOf = ({ host, lang, path }: Page): string => `${host} ${lang} ${path}`;

const differ = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
