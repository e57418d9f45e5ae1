import fc from 'fast-check';

import type { HostsInput } from '../../src/site/editions/hosts-schema.ts';
import { article, document, smallTexts } from '../support/site/small-content.ts';
import { LOOK } from '../support/site/two-looks.ts';

/** Brands, hosts, languages and texts, as a configuration and a content folder would have them. */
export type SitePlan = BrandPlan[];

export interface BrandPlan {
  id: string;
  xDefault: boolean;
  defaultHost: string;
  hosts: HostPlan[];
  /** Language that its texts are translated from. */
  source: string;
  /** Whether it has a Q&A: each brand whose source language is English does, in English alone. */
  hasQa: boolean;
  /** Languages in which the brand has rules of its own, which is no reason to leave the cluster. */
  rulesIn: string[];
}

export interface HostPlan {
  name: string;
  /** Its default first. */
  languages: string[];
  closed: boolean;
  /** Texts that the host alone has. */
  own: OwnText[];
}

interface OwnText {
  page: (typeof OWN_PAGES)[number];
  lang: string;
}

/** Pages whose text a host can have for itself; only such a host has `/blog/own`. */
const OWN_PAGES = ['/', '/rules', '/privacy_policy', '/contacts', '/qa', '/blog/news', '/blog/own'] as const;

/** Languages in which every brand has the article `/blog/news`. */
export const NEWS_LANGUAGES = ['en', 'de', 'zh-Hant'];

/** Languages of every form: bare, with a region, with a script. */
export const LANGUAGES = ['en', 'en-GB', 'de', 'fr', 'pt', 'pt-BR', 'es-419', 'zh-Hans', 'zh-Hant', 'sr-Latn', 'ar'];

/** Draws sites of up to three brands; shrinks to few open hosts with a single language. */
export const sitePlans = (languages = LANGUAGES): fc.Arbitrary<SitePlan> =>
  fc
    .array(drawBrand(languages), { minLength: 1, maxLength: 3 })
    .map((brands) => brands.map((brand, index) => nameBrand(`brand${index + 1}`, brand)));

/** The same site under other names. */
export const renamePlan = (plan: SitePlan, suffix: string): SitePlan =>
  plan.map((brand) => ({
    ...brand,
    id: `${brand.id}-${suffix}`,
    defaultHost: `${suffix}.${brand.defaultHost}`,
    hosts: brand.hosts.map((host) => ({ ...host, name: `${suffix}.${host.name}` })),
  }));

/** The hosts file of a plan. */
export const hostsOf = (plan: SitePlan): HostsInput => ({
  brands: Object.fromEntries(
    plan.map(({ id, source, xDefault, defaultHost, hosts }) => [
      id,
      {
        name: 'Brand',
        email: 'hello@brand.example',
        look: LOOK,
        securityTxtExpires: '2027-10-31',
        sourceLanguage: source,
        xDefault,
        defaultHost,
        hosts: Object.fromEntries(hosts.map(({ name, languages, closed }) => [name, { languages, closed }])),
      },
    ]),
  ),
});

/** Texts that all brands share, by path below the content folder. */
export const sharedTexts = (): Record<string, string> => smallTexts(LANGUAGES);

/** Texts of brands and hosts, by path below the content folder. */
export function ownTexts(plan: SitePlan): Record<string, string> {
  const shared = smallTexts(['en']);
  const text = (name: string): string => shared[`documents/shared/en/${name}.md`]!;
  return Object.fromEntries(
    plan.flatMap(({ id, source, hasQa, rulesIn, hosts }) => [
      ...(hasQa && source !== 'en' ? languagesOf(hosts) : []).map((lang) => [
        `documents/${id}/${lang}/qa.md`,
        text('qa'),
      ]),
      ...rulesIn.map((lang) => [`documents/${id}/${lang}/rules.md`, text('rules')]),
      ...NEWS_LANGUAGES.filter((lang) => hosts.some(({ languages }) => languages.includes(lang))).map((lang) => [
        `blog/${id}/${lang}/news.md`,
        article('News', 'Text.'),
      ]),
      ...hosts.flatMap(({ name, own }) =>
        own.map(({ page, lang }) => {
          if (page.startsWith('/blog/'))
            return [`${page.replace('/blog', `blog/${name}/${lang}`)}.md`, article('Own', 'Text.')];
          if (page === '/') return [`documents/${name}/${lang}/home.md`, document('Own.')];
          const written = page === '/qa' && source === 'en' ? 'en' : lang;
          return [`documents/${name}/${written}${page}.md`, text(page.slice(1))];
        }),
      ),
    ]),
  );
}

const languagesOf = (hosts: HostPlan[]): string[] => [...new Set(hosts.flatMap(({ languages }) => languages))];

interface DrawnBrand {
  hosts: { languages: string[]; closed: boolean; own: [page: OwnText['page'], language: number][] }[];
  defaultHost: number;
  xDefault: boolean;
  rulesIn: string[];
  /** A language of its hosts; undefined for English. */
  source: number | undefined;
  hasQa: boolean;
}

/** Few languages a brand, so that hosts compete for them. */
const drawBrand = (all: string[]): fc.Arbitrary<DrawnBrand> =>
  fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 4 }).chain((languages) =>
    fc.record({
      hosts: fc.array(drawHost(languages), { minLength: 1, maxLength: 5 }),
      defaultHost: fc.nat(4),
      xDefault: fc.boolean(),
      rulesIn: fc.subarray(languages, { maxLength: 1 }),
      source: fc.option(fc.nat(3), { nil: undefined }),
      hasQa: fc.boolean(),
    }),
  );

const drawHost = (languages: string[]): fc.Arbitrary<DrawnBrand['hosts'][number]> =>
  fc.record({
    languages: fc.oneof(
      fc.constantFrom(...languages).map((lang) => [lang]),
      fc.shuffledSubarray(languages, { minLength: 1 }),
    ),
    closed: fc.nat(3).map((number) => number === 3),
    own: fc.array(fc.tuple(fc.constantFrom(...OWN_PAGES), fc.nat(3)), { maxLength: 2 }),
  });

function nameBrand(id: string, drawn: DrawnBrand): BrandPlan {
  // The name of every third host is international: сайт3, сайт6.
  const label = (number: number): string => (number % 3 ? `host${number}` : `xn--${number}-7sb1a4ah`);
  const nameOf = (index: number): string => `${label(index + 1)}.${id}.example`;
  const defaultIndex = drawn.defaultHost % drawn.hosts.length;
  const all = [...new Set(drawn.hosts.flatMap(({ languages }) => languages))];
  const source = drawn.source === undefined ? 'en' : all[drawn.source % all.length]!;
  const hasQa = source === 'en' || drawn.hasQa;
  return {
    id,
    source,
    hasQa,
    xDefault: drawn.xDefault,
    defaultHost: nameOf(defaultIndex),
    rulesIn: drawn.rulesIn,
    hosts: drawn.hosts.map(({ languages, closed, own }, index) => ({
      name: nameOf(index),
      languages,
      closed: closed && index !== defaultIndex,
      own: own
        .filter(([page]) => page !== '/qa' || hasQa)
        .map(([page, language]) => ({ page, lang: languages[language % languages.length]! })),
    })),
  };
}
