import { expect, test } from 'vitest';

import type { Edition } from '../editions/editions.ts';
import type { AssembledEdition } from './assemble.ts';
import { type PublishedPage, readPage } from './read-page.ts';
import { checkReciprocity, checkReferences } from './verify.ts';

const edition = (host: string, lang: string): Edition => ({
  host,
  lang,
  hostLanguages: [lang],
  closed: false,
  brand: {} as Edition['brand'],
});

const assembled = (host: string, lang: string, ...pages: PublishedPage[]): AssembledEdition => ({
  edition: edition(host, lang),
  pages,
  files: new Set([...pages.map(({ file }) => file), 'favicon.svg']),
  headers: [],
});

const alternates = (...hosts: [lang: string, host: string][]): string =>
  hosts.map(([lang, host]) => `<link rel="alternate" hreflang="${lang}" href="https://${host}/rules">`).join('');

test('a set of alternates that is not mutual is found', () => {
  const both = alternates(['en', 'en.example'], ['ru', 'ru.example']);
  const one = alternates(['ru', 'ru.example']);
  const good = [
    assembled('en.example', 'en', readPage('rules.html', both)),
    assembled('ru.example', 'ru', readPage('rules.html', both)),
  ];
  const bad = [
    assembled('en.example', 'en', readPage('rules.html', both)),
    assembled('ru.example', 'ru', readPage('rules.html', one)),
  ];
  expect([...checkReciprocity(good).values()].flat()).toEqual([]);
  expect([...checkReciprocity(bad).values()].flat()).toMatchObject([
    {
      file: 'en.example/en/rules.html',
      what: 'its alternate https://ru.example/rules does not name the same alternates',
    },
  ]);
  // In a build of one host the others cannot be asked.
  expect([...checkReciprocity(bad.slice(0, 1)).values()].flat()).toEqual([]);
});

test('a link is dead where its page, its anchor or its file is missing', () => {
  const rules = readPage('rules.html', '<h1 id="top">Rules</h1>');
  const index = readPage(
    'index.html',
    '<a href="/rules">1</a> <a href="/rules#top">2</a> <img src="/favicon.svg"> <a href="https://x.example/">3</a>',
  );
  const broken = readPage(
    'qa.html',
    '<a href="/rulez">1</a> <a href="/rules#bottom">2</a> <img src="/_astro/gone.avif"> <a href="#here">3</a>',
  );
  const found = checkReferences(assembled('en.example', 'en', index, rules, broken));
  expect(found.map(({ file, what }) => `${file}: ${what}`)).toEqual([
    'en.example/en/qa.html: "/rulez" leads nowhere',
    'en.example/en/qa.html: "/rules#bottom" leads nowhere',
    'en.example/en/qa.html: "/_astro/gone.avif" leads nowhere',
    'en.example/en/qa.html: "#here" leads nowhere',
  ]);
});
