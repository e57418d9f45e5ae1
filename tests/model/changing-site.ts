import { readdirSync, readFileSync } from 'node:fs';

import type { HostsInput } from '../../src/site/editions/hosts-schema.ts';
import { article, smallTexts } from '../support/site/small-content.ts';
import { hostsOf } from './random-site-plan.ts';
import { textsIn } from './site-variants.ts';

/** A site of one brand, as its editors and operators have it. */
export interface ChangingSite {
  /** By path below the folder of the site, apart from the hosts file. */
  files: Record<string, string>;
  /** Languages by name. */
  hosts: Record<string, string[]>;
  closed: boolean;
  source: string;
  /** Whether the hosts file has facts of German. */
  hasFacts: boolean;
  name: string;
  look: string;
  /** Days since 2026-11-21, when a rule was changed. */
  day: number;
}

const LANGUAGES = ['en', 'de'];
const CONTENT = 'src/content';
const SHARED = `${CONTENT}/documents/shared`;
const ARTICLES = `${CONTENT}/blog/shared`;
const QA = `${SHARED}/de/qa.md`;
const HISTORY = `${CONTENT}/history/shared/rules/rule-3.yaml`;
const LOOKS = readdirSync('src/themes/looks').toSorted();

export const firstSite = (): ChangingSite => ({
  files: {
    ...Object.fromEntries(Object.entries(smallTexts(LANGUAGES)).map(([file, text]) => [`${CONTENT}/${file}`, text])),
    ...Object.fromEntries(LANGUAGES.map((lang) => [wordsOf(lang), readFileSync(wordsOf(lang), 'utf8')])),
    [QA]: smallTexts(['en'])['documents/shared/en/qa.md']!,
    [`${ARTICLES}/en/a1.md`]: article('Article', 'Text.'),
  },
  hosts: { 'host1.brand.example': ['en', 'de'], 'host2.brand.example': ['de'] },
  closed: false,
  source: 'en',
  hasFacts: false,
  name: 'Brand',
  look: LOOKS[0]!,
  day: 0,
});

const wordsOf = (lang: string): string => `public/assets/i18n/${lang}.json`;
const itemOf = <Item>(items: Item[], number: number): Item => items[number % items.length]!;

/** The hosts file. */
export const hostsFileOf = ({ hosts, closed, source, hasFacts, name, look }: ChangingSite): HostsInput => {
  const plans = Object.entries(hosts).map(([host, languages], index) => ({
    name: host,
    languages,
    closed: closed && index > 0,
    own: [],
  }));
  const input = hostsOf([
    { id: 'brand', source, hasQa: true, xDefault: true, defaultHost: plans[0]!.name, rulesIn: [], hosts: plans },
  ]);
  // Dutch has the plural forms of German.
  const languages = hasFacts ? { de: { name: 'Theodisk', direction: 'rtl' as const, formats: 'nl' } } : {};
  return { languages, brands: { brand: { ...input.brands.brand!, name, look } } };
};

export const dayOf = ({ day }: ChangingSite): string =>
  new Date(Date.UTC(2026, 10, 21 + day)).toISOString().slice(0, 10);

/** Adds a file, or removes it where it exists. */
function toggle(files: ChangingSite['files'], file: string, text: string): void {
  if (file in files) delete files[file];
  else files[file] = text;
}

/** Changes a file at a place that it has. */
function replace(files: ChangingSite['files'], file: string, from: RegExp, to: string): void {
  if (!from.test(files[file]!)) throw new Error(`${file} has no ${from}.`);
  files[file] = files[file]!.replace(from, to);
}

/** Changes of a site, each drawn with a number up to 99. */
export const changes: Record<string, (site: ChangingSite, number: number) => void> = {
  'a sentence': ({ files }, number) => {
    const texts = Object.keys(files).filter((file) => file.startsWith(SHARED));
    replace(files, itemOf(texts, number), /(Welcome|Number|Write|Report|Text|Because)( \d+)?/, `$1 ${number}`);
  },
  'a description': ({ files }, number) => {
    const texts = Object.keys(files).filter((file) => file.endsWith('.md'));
    replace(files, itemOf(texts, number), /description: "(\d+ )?/, `description: "${100 + number} `);
  },
  'a rule more or less': ({ files }) => {
    for (const file of Object.keys(files).filter((name) => name.endsWith('/rules.md'))) {
      const last = '\n32. **Last.** Rule. {#last}';
      if (files[file]!.includes(last)) replace(files, file, /\n32\..*/, '');
      else files[file] = `${files[file]!.trimEnd()}${last}\n`;
    }
  },
  'a rule that had other words': ({ files }) => {
    toggle(files, HISTORY, textsIn('Ahead', {})['history/shared/rules/rule-3.yaml']!);
  },
  'rules of a host': ({ files }, number) => {
    const file = `${CONTENT}/documents/host1.brand.example/de/rules.md`;
    toggle(files, file, files[`${SHARED}/de/rules.md`]!.replace('Rule.', `Own ${number}.`));
  },
  'an article more or less': ({ files }, number) => {
    toggle(
      files,
      `${ARTICLES}/${itemOf(LANGUAGES, number)}/a${2 + (number % 12)}.md`,
      article(`Article ${number}`, 'Text.', `2026-01-${10 + (number % 12)}`),
    );
  },
  'the title of an article': ({ files }, number) =>
    replace(files, `${ARTICLES}/en/a1.md`, /title: .*/, `title: Title ${100 + number}`),
  'the day of an article': ({ files }, number) =>
    replace(files, `${ARTICLES}/en/a1.md`, /date: .*/, `date: 2026-0${1 + (number % 8)}-${10 + (number % 13)}`),
  'a word': ({ files }, number) => {
    const file = wordsOf(itemOf(LANGUAGES, number));
    const lines = files[file]!.split('\n');
    const plain = lines.flatMap((line, index) => (/: "[^{}$<\\]*"/.test(line) ? [index] : []));
    const place = plain[(number * 37) % plain.length]!;
    files[file] = lines.with(place, lines[place]!.replace(/"(?=,?$)/, '."')).join('\n');
  },
  'a static file': ({ files }, number) => toggle(files, 'public/added.txt', String(number)),
  'a host more or less': ({ hosts }, number) => {
    if (hosts['host3.brand.example']) delete hosts['host3.brand.example'];
    else hosts['host3.brand.example'] = [itemOf(LANGUAGES, number)];
  },
  'languages of a host': ({ hosts }) => {
    hosts['host2.brand.example'] = hosts['host2.brand.example']!.length === 1 ? ['en', 'de'] : ['de'];
  },
  'the default language of a host': ({ hosts }) => {
    hosts['host1.brand.example'] = hosts['host1.brand.example']!.toReversed();
  },
  'a closed host': (site) => {
    site.closed = !site.closed;
  },
  'the source language': (site) => {
    site.source = site.source === 'en' ? 'de' : 'en';
  },
  'facts of a language': (site) => {
    site.hasFacts = !site.hasFacts;
  },
  'a Q&A that the English one can replace': ({ files }, number) =>
    replace(files, QA, /Because <\d+/, `Because <${number}`),
  'the name of the brand': (site, number) => {
    site.name = `Brand ${number}${site.name.length % 2}`;
  },
  'the look': (site, number) => {
    site.look = itemOf(
      LOOKS.filter((look) => look !== site.look),
      number,
    );
  },
  'the day': (site, number) => {
    site.day = (site.day + 1 + number) % 30;
  },
};
