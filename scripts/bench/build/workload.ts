import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { required } from '../../../src/shared/required.ts';

/** The languages whose words this project has; the hosts of a brand take them in turn. */
const LANGUAGES = ['en', 'ru', 'uk', 'de', 'es', 'fr', 'pl', 'pt'];
const ARTICLES = 20;

const LOOKS = readdirSync('src/themes/looks').toSorted();

export interface Workload {
  /** Eight per brand, each with a language of its own. */
  hosts: number;
  /** Whether each host has articles that no other has, or all hosts of a language share them. */
  articles: 'own' | 'shared';
}

/** Writes a hosts file and a content folder of so many hosts, each with 20 articles, which take two pages of its blog. */
export function writeWorkload(folder: string, { hosts, articles }: Workload): void {
  writeHosts(folder, hosts);
  for (const lang of LANGUAGES) {
    for (const [name, text] of Object.entries(documents(lang)))
      writeText(folder, `documents/shared/${lang}/${name}.md`, text);
  }
  writeText(folder, 'documents/shared/en/qa.md', questions());
  const scopes = articles === 'shared' ? LANGUAGES.map((lang): Host => ['shared', lang]) : hostsOf(hosts);
  for (const scope of scopes) writeArticles(folder, scope);
}

/** Takes the last host and its articles away from a workload whose hosts have their own. */
export function removeLastHost(folder: string, hosts: number): void {
  const [host] = lastHost(hosts);
  writeHosts(folder, hosts - 1);
  rmSync(join(folder, 'content/blog', host), { recursive: true });
}

/** Reverts {@link removeLastHost}, and touches no other text. */
export function addLastHost(folder: string, hosts: number): void {
  writeHosts(folder, hosts);
  writeArticles(folder, lastHost(hosts));
}

const lastHost = (hosts: number): Host => required(hostsOf(hosts).at(-1), 'last host');

type Host = [name: string, lang: string];

function hostsOf(count: number): Host[] {
  return Array.from({ length: count }, (_, index) => {
    const lang = required(LANGUAGES[index % LANGUAGES.length], 'language');
    return [`${lang}.group${Math.floor(index / LANGUAGES.length) + 1}.example`, lang];
  });
}

function writeHosts(folder: string, count: number): void {
  const groups = Map.groupBy(hostsOf(count), (_, index) => Math.floor(index / LANGUAGES.length) + 1);
  const brands = Array.from(groups, ([number, hosts]) => [
    `group${number}`,
    {
      name: `Chat ${number}`,
      email: `hello@group${number}.example`,
      look: required(LOOKS[number % LOOKS.length], 'look'),
      securityTxtExpires: '2027-10-31',
      defaultHost: required(hosts[0], 'first host')[0],
      hosts: Object.fromEntries(hosts.map(([host, lang]) => [host, { languages: [lang] }])),
    },
  ]);
  const config = { brands: Object.fromEntries(brands) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hosts.mjs'), `export default ${JSON.stringify(config, null, 1)};\n`);
}

function writeArticles(folder: string, [scope, lang]: Host): void {
  for (let number = 1; number <= ARTICLES; number += 1)
    writeText(folder, `blog/${scope}/${lang}/article-${number}.md`, article(scope, lang, number));
}

function writeText(folder: string, path: string, text: string): void {
  const file = join(folder, 'content', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function documents(lang: string): Record<string, string> {
  const say = speaker(lang, 'documents');
  const rules = Array.from(
    { length: 31 },
    (_, index) => `${index + 1}. **${say(2)}.** {domain} ${say(22)}. {#rule-${index + 1}}`,
  );
  const sections = Array.from(
    { length: 9 },
    (_, index) => `## ${say(4)} {#section-${index + 1}}\n\n${say(39)} {domain}.\n\n${say(40)}.\n\n${say(40)}.`,
  );
  const features = Array.from({ length: 6 }, () => `- **${say(3)}.** ${say(15)}.`);
  return {
    home: document(say, `${say(12)}.\n\n${say(45)} {brand}.\n\n${say(45)}.\n\n${features.join('\n')}`),
    rules: document(say, `${say(30)} {domain}.\n\n${rules.join('\n')}`),
    contacts: document(say, `${say(40)}.\n\n- ${say(2)}: [{email}](mailto:{email})\n- ${say(6)}.\n- ${say(6)}.`),
    accessibility: document(
      say,
      `${say(40)}.\n\n## ${say(2)}\n\n- ${say(20)}.\n- ${say(20)}: [{email}](mailto:{email}).`,
    ),
    privacy_policy: document(say, `${say(30)} {domain}.\n\n${sections.join('\n\n')}`),
  };
}

function questions(): string {
  const say = speaker('en', 'questions');
  const groups = Array.from({ length: 4 }, (_, index) => {
    const items = Array.from({ length: 5 }, () => `### ${say(8)}?\n\n${say(65)}.`);
    return `## ${say(3)} {#group-${index + 1}}\n\n${items.join('\n\n')}`;
  });
  return document(say, groups.join('\n\n'));
}

function article(scope: string, lang: string, number: number): string {
  const say = speaker(lang, `${scope} ${number}`);
  const marked = (words: number): string =>
    `${say(3)} **${say(1)}** ${say(5)} *${say(1)}* [${say(1)}](/rules) ${say(words - 11)}.`;
  const day = new Date(Date.UTC(2025, 0, 1 + number * 7)).toISOString().slice(0, 10);
  const bullets = Array.from({ length: 5 }, () => `- ${say(9)}.`);
  const steps = Array.from({ length: 4 }, (_, index) => `${index + 1}. ${say(8)}.`);
  const parts = [
    marked(55),
    `## ${say(4)}`,
    marked(60),
    marked(50),
    `## ${say(4)}`,
    `${say(45)}.`,
    bullets.join('\n'),
    `> ${say(20)}.`,
    `## ${say(4)}`,
    marked(60),
    steps.join('\n'),
    `${say(40)}.`,
  ];
  return `---\ntitle: ${say(6)}\ndescription: ${say(14)}\ndate: ${day}\n---\n\n${parts.join('\n\n')}\n`;
}

const document = (say: Speaker, body: string): string =>
  `---\ndescription: ${say(14)}\nupdated: 2026-01-02\n---\n\n${body}\n`;

/** Says so many words. */
type Speaker = (words: number) => string;

/** Pseudo-words, the same for the same seed; some are much more frequent than others, as in real texts. */
function speaker(lang: string, seed: string): Speaker {
  const vocabulary = ['ru', 'uk'].includes(lang) ? CYRILLIC : LATIN;
  let state = createHash('sha256').update(`${lang} ${seed}`).digest().readUInt32LE();
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = (): string => required(vocabulary[Math.floor(vocabulary.length * random() ** 2.2)], 'word');
  return (words) => {
    const said = Array.from({ length: words }, word).join(' ');
    return said.charAt(0).toUpperCase() + said.slice(1);
  };
}

const LATIN = wordsOf('ban ce dir fos gul la mer nit po rus sat ten vi zol');
const CYRILLIC = wordsOf('бан це дир фос гул ла мер нит по рус сат тен ви зол');

/** Every word of two syllables, and as many of three. */
function wordsOf(list: string): string[] {
  const syllables = list.split(' ');
  return syllables.flatMap((first) => syllables.flatMap((second) => [first + second, second + first + second]));
}
