import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CheerioAPI, load } from 'cheerio';
import { inject } from 'vitest';

import hosts from '../../hosts.config.ts';
import { parseHosts } from '../../src/site/editions/define-hosts.ts';
import { type Edition, rootOf, toEditions } from '../../src/site/editions/editions.ts';

/** `dist/` of the real site. */
export const dist = join(inject('site'), 'dist');

export const editions = toEditions(parseHosts(hosts, 'hosts.config.ts'));

/** Every HTML file of an edition, below its root. */
export const htmlFiles = (edition: Edition): string[] =>
  globSync('**/*.html', { cwd: join(dist, rootOf(edition)) }).toSorted();

export const readFile = (edition: Edition, file: string): string =>
  readFileSync(join(dist, rootOf(edition), file), 'utf8');

export const readPage = (edition: Edition, file: string): CheerioAPI => load(readFile(edition, file));

/** As a browser asks for it. */
export const pathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`);

/** Link to a page of an edition, which crawlers without cookies can stay in. */
export const linkTo = ({ lang, hostLanguages }: Edition, path: string): string =>
  lang === hostLanguages[0] ? path : `${path}?lang=${lang}`;

/** The words of a language, by dotted key. */
export function wordsOf(lang: string): (key: string, values?: Record<string, string>) => string {
  const tree = JSON.parse(readFileSync(`public/assets/i18n/${lang}.json`, 'utf8')) as object;
  return (key, values = {}) => {
    const word = key.split('.').reduce((node: unknown, part) => (node as Record<string, unknown>)?.[part], tree);
    if (typeof word !== 'string') throw new TypeError(`${lang}.json has no ${key}`);
    return word.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
  };
}
