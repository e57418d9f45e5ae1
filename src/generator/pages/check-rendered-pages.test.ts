import { expect, test } from 'vitest';

import { readHtml } from '../../shared/text/read-html.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { checkIslands, checkReciprocity, checkRenderedLinks, type TranslatedPage } from './check-rendered-pages.ts';
import { type RenderedPageFacts, readPageFacts } from './page-facts.ts';

const edition = (host: string, lang: string): Edition => ({
  host,
  lang,
  hostLanguages: [lang],
  closed: false,
  brand: {} as Edition['brand'],
  site: {} as Edition['site'],
});

const rules = (host: string, lang: string, ...hosts: [lang: string, host: string][]): TranslatedPage => ({
  edition: edition(host, lang),
  path: '/rules',
  alternates: hosts.map(([hreflang, name]) => ({ hreflang, href: `https://${name}/rules` })),
});

test('alternates that are not mutual are reported', () => {
  const english = rules('en.example', 'en', ['en', 'en.example'], ['ru', 'ru.example']);
  const russian = rules('ru.example', 'ru', ['en', 'en.example'], ['ru', 'ru.example']);
  const alone = rules('ru.example', 'ru', ['ru', 'ru.example']);
  expect(checkReciprocity([english, russian])).toEqual([]);
  expect(checkReciprocity([english, alone])).toMatchObject([
    {
      file: 'en.example/en/rules',
      message: 'its alternate https://ru.example/rules does not name the same alternates',
    },
  ]);
  // A build of one host has no pages of the others.
  expect(checkReciprocity([english])).toEqual([]);
});

const read = (file: string, markup: string): RenderedPageFacts => readPageFacts(file, readHtml(markup));

test('an island that React left to the browser is reported', () => {
  const pages = [
    read('chat.html', '<astro-island><!--$--><p>Rooms</p><!--/$--></astro-island>'),
    read('login.html', '<astro-island><!--$!--><template></template><!--/$--></astro-island>'),
    read('test.html', '<astro-island><!--$?--><template id="B:0"></template><!--/$--></astro-island>'),
    read('rules.html', '<p>React writes &lt;!--$!--></p>'),
  ];
  expect(checkIslands(edition('en.example', 'en'), pages).map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'en.example/en/login.html: a part of an island was not rendered',
    'en.example/en/test.html: a part of an island was not rendered',
  ]);
});

test('a link without page, anchor or file is reported', () => {
  const target = read('rules.html', '<h1 id="top">Rules</h1>');
  const index = read(
    'index.html',
    '<a href="/rules">1</a> <a href="/rules#top">2</a> <img src="/favicon.svg"> <a href="https://x.example/">3</a>',
  );
  const broken = read(
    'qa.html',
    '<a href="/rulez">1</a> <a href="/rules#bottom">2</a> <img src="/_astro/gone.avif"> <a href="#here">3</a>',
  );
  const files = new Set(['index.html', 'rules.html', 'qa.html', 'favicon.svg']);
  const found = checkRenderedLinks(edition('en.example', 'en'), [index, target, broken], files);
  expect(found.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'en.example/en/qa.html: "/rulez" leads nowhere',
    'en.example/en/qa.html: "/rules#bottom" leads nowhere',
    'en.example/en/qa.html: "/_astro/gone.avif" leads nowhere',
    'en.example/en/qa.html: "#here" leads nowhere',
  ]);
});

test('a link that loses the language of an edition is reported', () => {
  const target = read('rules.html', '<h1 id="top">Regeln</h1>');
  const index = read(
    'index.html',
    '<a href="/rules?lang=de#top">1</a> <a href="/rules?lang=en">2</a> <img src="/favicon.svg"> <a href="/rules#top">3</a>',
  );
  const notFound = read('404.html', '<a href="/">1</a>');
  const files = new Set(['index.html', 'rules.html', '404.html', 'favicon.svg']);
  const found = (hostLanguages: string[]): string[] =>
    checkRenderedLinks({ ...edition('many.example', 'de'), hostLanguages }, [index, target, notFound], files).map(
      ({ file, message }) => `${file}: ${message}`,
    );
  expect(found(['en', 'de'])).toEqual(['many.example/de/index.html: "/rules#top" does not stay in de']);
  expect(found(['de', 'en'])).toEqual([]);
});
