import { existsSync, globSync } from 'node:fs';

import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';

import type { Edition } from '../../../src/site/editions/editions.ts';
import { parseHosts } from '../../../src/site/editions/parse-hosts.ts';
import config from '../../fixture/site.config.ts';
import { expectedSite } from '../../model/expected-site.ts';
import type { Page } from '../../model/visible-site.ts';
import { editions, htmlFiles, linkTo, pathOf, readFile, readPage, wordsOf } from '../../support/dist.ts';

const INDEXED = [
  '/',
  '/rules',
  '/rules/changes',
  '/privacy_policy',
  '/privacy_policy/changes',
  '/contacts',
  '/accessibility',
  '/qa',
  '/blog',
];
const WITH_ALTERNATES = ['/', '/rules', '/privacy_policy'];
const RATED = [
  '/',
  '/login',
  '/auth/registration',
  '/auth/registration/confirm',
  '/auth/restore',
  '/auth/restore/finish',
  '/auth/change',
  '/auth/address',
  '/chat',
];
const TITLE_KEYS: Record<string, string> = {
  '/rules': 'rules',
  '/rules/changes': 'rules_changes',
  '/privacy_policy': 'privacy_policy',
  '/privacy_policy/changes': 'privacy_policy_changes',
  '/contacts': 'contacts',
  '/accessibility': 'accessibility',
  '/qa': 'qa',
  '/blog': 'blog',
  '/login': 'login',
  '/auth/registration': 'registration',
  '/auth/registration/confirm': 'confirm',
  '/auth/restore': 'restore',
  '/auth/restore/finish': 'finish',
  '/auth/change': 'change',
  '/auth/address': 'address',
  '/report': 'report',
  '/report/status': 'report_status',
  '/test': 'test',
  '/moderation': 'moderation',
};

/** The pages that the documented rules derive from the hosts file. */
const modelled = expectedSite(
  Object.entries(parseHosts(config, 'site.config.ts').brands).map(([id, brand]) => ({
    id,
    source: 'en',
    hasQa: true,
    xDefault: brand.xDefault ?? false,
    defaultHost: brand.defaultHost,
    rulesIn: [],
    hosts: Object.entries(brand.hosts).map(([name, { languages, closed = false }]) => ({
      name,
      languages: [...languages],
      closed,
      own: [],
    })),
  })),
).pages;

/** The modelled page of an edition; a page without a model has the same head with another path. */
const modelOf = ({ host, lang }: Edition, path: string): Page =>
  modelled.find((page) => page.host === host && page.lang === lang && page.path === path)!;

const isArticle = (path: string): boolean => path.startsWith('/blog/');

/** The alternates of an article: those of the rules, in the languages that have it. */
function translationsOf(edition: Edition, path: string): Page['alternates'] {
  const hasArticle = (href: string): boolean => {
    const { host, searchParams } = new URL(href);
    const { hostLanguages } = editions.find((other) => other.host === host)!;
    return existsSync(
      `src/content${path.replace('/blog', `/blog/shared/${searchParams.get('lang') ?? hostLanguages[0]}`)}.md`,
    );
  };
  const found = modelOf(edition, '/rules').alternates.filter(([, href]) => hasArticle(href));
  return found.length > 1 ? found.map(([lang, href]) => [lang, href.replace('/rules', path)]) : [];
}

describe.each(editions)('$host in $lang', (edition) => {
  const words = wordsOf(edition.lang);
  const brand = edition.brand.name;
  const chat = words('site.title', { brand });
  const files = htmlFiles(edition).filter((file) => file !== '404.html');

  test('has every page of the route table', () => {
    const fixed = files.map(pathOf).filter((path) => !isArticle(path));
    expect(fixed.toSorted()).toEqual(['/', '/chat', ...Object.keys(TITLE_KEYS)].toSorted());
    expect(files.length - fixed.length).toBe(globSync(`src/content/blog/shared/${edition.lang}/*.md`).length);
  });

  test('has its titles', () => {
    for (const file of files) {
      const path = pathOf(file);
      const $ = readPage(edition, file);
      const title = (): string => {
        if (path === '/') return words('site.longTitle', { brand });
        if (path === '/chat') return chat;
        return isArticle(path) ? `${$('h1').text()} | ${chat}` : `${words(`page.${TITLE_KEYS[path]}.title`)} | ${chat}`;
      };
      expect($('title').text(), path).toBe(title());
      expect($('title').length).toBe(1);
    }
  });

  test('tells search engines which pages to list, and labels pages for adults', () => {
    for (const file of files) {
      const path = pathOf(file);
      const $ = readPage(edition, file);
      expect($('meta[name=robots]').attr('content'), path).toBe(
        INDEXED.includes(path) || isArticle(path) ? 'index, follow' : 'noindex, follow',
      );
      const rated = RATED.includes(path) && !(path === '/' && edition.closed);
      expect($('meta[name=rating]').attr('content'), path).toBe(rated ? 'RTA-5042-1996-1400-1577-RTA' : undefined);
    }
  });

  test('has the canonical URLs and alternates of the documented rules', () => {
    for (const file of files) {
      const path = pathOf(file);
      const $ = readPage(edition, file);
      const model = modelOf(edition, path === '/qa' ? path : '/contacts');
      expect($('link[rel=canonical]').attr('href'), path).toBe(model.canonical?.replace(model.path, path));
      const alternates = $('link[rel=alternate][hreflang]').map((_, link) => [
        [$(link).attr('hreflang'), $(link).attr('href')],
      ]);
      const expected = WITH_ALTERNATES.includes(path)
        ? modelOf(edition, path).alternates
        : isArticle(path)
          ? translationsOf(edition, path)
          : [];
      expect(alternates.get(), path).toEqual(expected);
    }
  });

  test('describes every page to search engines and in previews of shared links', () => {
    for (const file of files) {
      const $ = readPage(edition, file);
      const description = $('meta[name=description]').attr('content')!;
      expect(description.length, `${file}: ${description}`).toBeGreaterThan(30);
      expect(description).not.toMatch(/[{}]/);
      expect($('meta[property="og:description"]').attr('content')).toBe(description);
      expect($('meta[property="og:title"]').attr('content')).toBeTruthy();
      expect($('meta[property="og:url"]').attr('content')).toBe($('link[rel=canonical]').attr('href'));
    }
  });

  test('links home from every page but its closed home', () => {
    for (const file of files) {
      const closedHome = edition.closed && file === 'index.html';
      const home = `a[href="${linkTo(edition, '/')}"]`;
      expect(readPage(edition, file)(home).length > 0, file).toBe(!closedHome);
    }
  });

  test('names hosts of its brand only, and no placeholder', () => {
    for (const file of [...files, '404.html']) {
      const html = readFile(edition, file);
      const $ = load(html);
      const hosts = [...html.matchAll(/https?:\/\/([^/"'\s<?]+)/g)].map(([, host]) => host!);
      const own = new Set(editions.filter(({ brand: { id } }) => id === edition.brand.id).map(({ host }) => host));
      const foreign = hosts.filter((host) => !own.has(host));
      expect(new Set(foreign).difference(new Set(['schema.org', 'developer.mozilla.org'])), file).toEqual(new Set());
      $('script').remove();
      expect($('body').text(), file).not.toMatch(/\{|\}|undefined|\[object/);
    }
  });

  test('shows a single sentence on a closed home, and no other element', () => {
    const $ = readPage(edition, 'index.html');
    if (edition.closed) {
      expect($('body').text().trim()).toBe('We are very sorry, but the English version of the site is closed.');
      expect($('body').find('a, footer, header, img, form, button').length).toBe(0);
    } else {
      expect($(`main a[href="${linkTo(edition, '/login')}"]`).text()).toBe(words('home.enter'));
      expect($('main').text()).toContain(words('home.adults'));
    }
  });

  test('sends visitors of the 404 page home', () => {
    const $ = readPage(edition, '404.html');
    expect($('title').text()).toBe(chat);
    expect($('meta[http-equiv=refresh]').attr('content')).toBe(`0; url=${linkTo(edition, '/')}`);
    expect($('meta[name=robots]').attr('content')).toBe('noindex, follow');
    expect($(`a[href="${linkTo(edition, '/')}"]`).length).toBe(1);
  });
});
