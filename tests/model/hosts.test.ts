import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeTexts } from '../support/site/small-content.ts';
import { contradictions, mistakesOf } from './check-site.ts';
import { observeUnrendered } from './observe-unrendered.ts';
import { hostsOf, ownTexts, renamePlan, sharedTexts, type SitePlan, sitePlans } from './random-site-plan.ts';
import type { Page, Site } from './visible-site.ts';

/** Another seed draws other sites: `SEED=7 npm test`. */
const SEED = Number(process.env.SEED ?? 16);

const folder = mkdtempSync(join(tmpdir(), 'model-'));

beforeAll(() => writeTexts(folder, sharedTexts()));
afterAll(() => rmSync(folder, { recursive: true }));

test('300 drawn sites have the heads, sitemaps, alternates and links of the written rules', () => {
  let drawn = 0;
  const property = fc.property(sitePlans(), (plan) => {
    drawn += 1;
    const named = renamePlan(plan, `site${drawn}`);
    expect(mistakesOf(observe(named), named)).toEqual([]);
  });
  fc.assert(property, { seed: SEED, numRuns: 300, verbose: true });
});

function observe(plan: SitePlan): Site {
  writeTexts(folder, ownTexts(plan));
  return observeUnrendered(hostsOf(plan), folder);
}

/** The default host has two languages, and its first language has a dedicated host, too. */
const sample: SitePlan = [
  {
    id: 'sample',
    source: 'en',
    hasQa: true,
    xDefault: false,
    defaultHost: 'many.example',
    rulesIn: [],
    hosts: [
      { name: 'many.example', languages: ['en', 'de'], closed: false, own: [] },
      { name: 'en.example', languages: ['en'], closed: false, own: [] },
      { name: 'second.example', languages: ['fr', 'de'], closed: false, own: [] },
      { name: 'third.example', languages: ['de', 'fr'], closed: false, own: [] },
      { name: 'closed.example', languages: ['ar'], closed: true, own: [] },
    ],
  },
];

/** Each is a fault that the checker must find. */
test.each<[string, Partial<Page>, (site: Site) => Page | undefined, string]>([
  [
    'a default page outside its own set',
    {
      alternates: [
        ['en', 'https://en.example/'],
        ['de', 'https://many.example/?lang=de'],
      ],
    },
    at('many.example', 'en', '/'),
    'is not in its own set of alternates',
  ],
  [
    'a page that is canonical to itself while its alternates point elsewhere',
    { canonical: 'https://third.example/?lang=fr' },
    at('third.example', 'fr', '/'),
    'is not in its own set of alternates',
  ],
  [
    'a page that search engines may list under no URL',
    { isIndexed: true },
    at('closed.example', 'ar', '/rules'),
    'without a canonical URL',
  ],
  [
    'a closed host as a canonical target',
    { isIndexed: true, canonical: 'https://closed.example/rules' },
    at('closed.example', 'ar', '/rules'),
    'is canonical to a page that is not listed',
  ],
  [
    'a page that lacks the alternates of its cluster',
    { alternates: [] },
    at('second.example', 'fr', '/rules'),
    'have different sets',
  ],
  [
    'a page that a sitemap names, and that is not indexed',
    { isIndexed: false },
    at('many.example', 'en', '/blog'),
    'is in a sitemap and not canonical to itself',
  ],
  [
    'a language menu that a cookie overrules',
    { menu: [['en', '/']] },
    at('second.example', 'de', '/'),
    'has a language menu that a cookie overrules',
  ],
  [
    'another language than an alternate says',
    { lang: 'fr' },
    at('many.example', 'de', '/privacy_policy'),
    'calls https://many.example/privacy_policy?lang=de de',
  ],
  [
    'two alternates with one tag',
    {
      alternates: [
        ['en', 'https://en.example/'],
        ['en', 'https://many.example/'],
      ],
    },
    at('many.example', 'en', '/'),
    'has two alternates with one tag',
  ],
  [
    'a set without the canonical URL of its page',
    { alternates: [['de', 'https://many.example/?lang=de']] },
    at('third.example', 'fr', '/'),
    'has a set without its canonical URL',
  ],
  [
    'an alternate that is not listed',
    { alternates: [['ar', 'https://closed.example/']] },
    at('many.example', 'en', '/'),
    'has the alternate https://closed.example/, which is not listed',
  ],
])('%s is found without a plan', (_, fault, find, message) => {
  const site = observe(sample);
  expect(contradictions(site, sample)).toEqual([]);
  Object.assign(find(site)!, fault);
  expect(contradictions(site, sample).join('\n')).toContain(message);
});

test('a link that loses the language is found', () => {
  const site = observe(sample);
  expect(mistakesOf(site, sample)).toEqual([]);
  Object.assign(at('many.example', 'de', '/')(site)!, { links: ['/rules'] });
  expect(mistakesOf(site, sample).join('\n')).toContain('leads to https://many.example/rules');
});

test('a sitemap that lacks a page is found', () => {
  const site = observe(sample);
  site.sitemaps['many.example']!.pop();
  expect(contradictions(site, sample).join('\n')).toContain(
    'is in a sitemap and not canonical to itself, or the other way round',
  );
});

function at(host: string, lang: string, path: string): (site: Site) => Page | undefined {
  return ({ pages }) => pages.find((page) => page.host === host && page.lang === lang && page.path === path);
}
