import fc from 'fast-check';
import { expect, test } from 'vitest';

import { negotiate } from '../../src/output/requests/negotiate.ts';
import { LANGUAGES } from './random-site-plan.ts';

/** Another seed draws other hosts and visitors: `SEED=7 npm test`. */
const SEED = Number(process.env.SEED ?? 16);

interface Visitor {
  query: string | null;
  cookie: string | undefined;
  accepted: { range: string; q: string }[];
}

/** Ranges that browsers send, and some that no host has. */
const RANGES = [
  ...LANGUAGES,
  'en-US',
  'es-MX',
  'es-ES',
  'pt-PT',
  'zh',
  'zh-TW',
  'zh-HK',
  'zh-CN',
  'zh-Hant-HK',
  'sr',
  'sr-RS',
  'sr-Cyrl',
  'ar-EG',
  'de-CH-1996',
  'fr-CA',
  'en-Latn-GB',
  'ja',
  '*',
];

const visitors: fc.Arbitrary<Visitor> = fc.record({
  query: fc.constantFrom(null, null, ...LANGUAGES, 'ja'),
  cookie: fc.constantFrom(undefined, undefined, ...LANGUAGES, 'ja'),
  accepted: fc.array(
    fc.record({
      range: fc
        .tuple(fc.constantFrom(...RANGES), fc.boolean())
        .map(([range, isUpper]) => (isUpper ? range.toUpperCase() : range)),
      q: fc.constantFrom('', '', ';q=0.5', '; q=0.001', ';q=1.000', ';q=0', ';q=0.000'),
    }),
    { maxLength: 4 },
  ),
});

const hostLanguages = fc.shuffledSubarray(LANGUAGES, { minLength: 1, maxLength: 5 });

/** Chooses a language: the program, or a faulty rule that the test must detect. */
type Choose = (languages: string[], visitor: Visitor) => string;

const choose: Choose = (languages, { query, cookie, accepted }) =>
  negotiate(
    languages.map((lang) => ({ lang })),
    {
      query,
      cookies: cookie && `a=b; lang=${cookie}`,
      acceptLanguage: accepted.map(({ range, q }) => `${range}${q}`).join(', '),
    },
  ).lang;

const holds = (chosenBy: Choose, hosts = hostLanguages): void =>
  fc.assert(
    fc.property(hosts, fc.array(visitors, { minLength: 75, maxLength: 75 }), (languages, drawn) => {
      for (const visitor of drawn)
        expect(chosenBy(languages, visitor), JSON.stringify(visitor)).toBe(expectedLanguage(languages, visitor));
    }),
    { seed: SEED, numRuns: 40 },
  );

test('3,000 drawn visitors of 40 hosts are answered in the language of the written rules', () => holds(choose));

test.each<[string, Choose]>([
  ['cookies before the query', (all, visitor) => choose(all, { ...visitor, query: null })],
  [
    'refused languages',
    (all, visitor) => choose(all, { ...visitor, accepted: visitor.accepted.map((one) => ({ ...one, q: '' })) }),
  ],
  [
    'the last accepted language first',
    (all, visitor) => choose(all, { ...visitor, accepted: visitor.accepted.toReversed() }),
  ],
  ['the last language of the host by default', (all, visitor) => choose(all.toReversed(), visitor)],
])('a choice of %s is found out', (_, wrong) => {
  expect(() => holds(wrong, fc.constant(['en', 'de', 'zh-Hant', 'pt-BR']))).toThrow('Property failed');
});

/** The rule of docs/deploy.md, implemented a second time. */
function expectedLanguage(languages: string[], { query, cookie, accepted }: Visitor): string {
  const asked = [query, cookie].find((lang) => lang && languages.includes(lang));
  const wanted = accepted.filter(({ q }) => !/=0(\.0*)?$/.test(q)).map(({ range }) => matchOf(languages, range));
  return asked ?? wanted.find((lang) => lang !== undefined) ?? languages[0]!;
}

function matchOf(languages: string[], range: string): string | undefined {
  if (range === '*') return undefined;
  const subtags = range.toLowerCase().split('-');
  const beginnings = subtags.map((_, cut) => subtags.slice(0, subtags.length - cut).join('-'));
  const exact = beginnings.map((beginning) => languages.find((lang) => lang.toLowerCase() === beginning));
  return (
    exact.find((lang) => lang !== undefined) ??
    languages.find((lang) => lang.toLowerCase().startsWith(`${subtags.join('-')}-`)) ??
    languages.find((lang) => lang.split('-')[0] === subtags[0] && scriptOf(lang) === scriptOf(range))
  );
}

const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;
