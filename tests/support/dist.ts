import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CheerioAPI, load } from 'cheerio';
import { inject } from 'vitest';

import { type Edition, rootOf } from '../../src/site/editions/editions.ts';
import hosts from '../fixture/site.config.ts';
import { editionsOf } from './configured-site.ts';
import { shapeOf } from './site/shape-of.ts';

/** `dist/` of the site of the tests. */
export const dist = join(inject('site'), 'dist');

export const editions = editionsOf(hosts);

/** Every HTML file of an edition, below its root. */
export const htmlFiles = (edition: Edition): string[] =>
  globSync('**/*.html', { cwd: join(dist, rootOf(edition)) }).toSorted();

export const readFile = (edition: Edition, file: string): string =>
  readFileSync(join(dist, rootOf(edition), file), 'utf8');

/** Parses a page. Tests share the result and must not change it: pages of the last edition stay in memory. */
export function readPage(edition: Edition, file: string): CheerioAPI {
  if (parsed.edition !== edition) parsed = { edition, pages: new Map() };
  const page = parsed.pages.get(file) ?? load(readFile(edition, file));
  parsed.pages.set(file, page);
  return page;
}

let parsed: { edition?: Edition; pages: Map<string, CheerioAPI> } = { pages: new Map() };

/** Paths of pages for validators: a page of each shape. */
export function distinctPages(): string[] {
  const pages = editions.flatMap((edition) =>
    htmlFiles(edition).map((file): [string, string] => [
      hash('sha256', shapeOf(readFile(edition, file))),
      join(dist, rootOf(edition), file),
    ]),
  );
  return [...new Map(pages.toReversed()).values()];
}

/** URL path of an HTML file. */
export const pathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`);

/** Link to a page of an edition. Crawlers without cookies stay in its language. */
export const linkTo = ({ lang, hostLanguages }: Edition, path: string): string =>
  lang === hostLanguages[0] ? path : `${path}?lang=${lang}`;

/** Translations of a language, by dotted key. */
export function wordsOf(lang: string): (key: string, values?: Record<string, string>) => string {
  const tree = JSON.parse(readFileSync(`public/assets/i18n/${lang}.json`, 'utf8')) as object;
  return (key, values = {}) => {
    const word = key.split('.').reduce((node: unknown, part) => (node as Record<string, unknown>)?.[part], tree);
    if (typeof word !== 'string') throw new TypeError(`${lang}.json has no ${key}`);
    return word.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
  };
}
