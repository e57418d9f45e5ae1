import { DICTIONARY_FILE } from '../site/small-dist.ts';
import { conditions, get, MANY, ranges, type Row } from './request-row.ts';

const dictionaryCodings = [
  'dcz',
  'gzip, deflate, br, zstd, dcb, dcz',
  'br, DCZ',
  'dcz ; q=0.5, br;q=1',
  'dcz;q=0, br',
  'dcz;q=0',
  'x-dcz, gzip',
  'dczz',
  'dcb',
  '*',
  'identity',
];

/** Values of Available-Dictionary. Only the first names the dictionary of the edition that answers. */
const available = [
  '{dictionary:ru}',
  '{dictionary:ru}, {dictionary:ru}',
  `:${Buffer.alloc(32).toString('base64')}:`,
  ':',
  'dcz',
  '{dictionary:ru},dcz',
];

const withDictionary = (headers: Row['headers'], lang = 'ru'): Row['headers'] => ({
  'Accept-Encoding': 'gzip, br, dcz',
  'Available-Dictionary': `{dictionary:${lang}}`,
  ...headers,
});

/** Pages and dictionaries. */
export const dictionaryRows: Row[] = [
  ...dictionaryCodings.flatMap((coding) => [
    ...available.map((value) => get(200, '/rules', { 'Accept-Encoding': coding, 'Available-Dictionary': value })),
    get(200, '/rules', { 'Accept-Encoding': coding }),
    get(200, `/${DICTIONARY_FILE}`, { 'Accept-Encoding': coding }),
  ]),
  ...['/', '/contacts', '/chat', '/blog/first', '/robots.txt', '/_astro/island.1a2b3c.js', '/assets/i18n/ru.json'].map(
    (path) => get(200, path, withDictionary({})),
  ),
  ...['/nope', '/404', '/rules.html', '/nope/'].map((path) => get(302, path, withDictionary({}))),
  get(404, '/_astro/nope.js', withDictionary({})),
  // A host with several languages has a dictionary for each, and another host has none.
  ...['lang=de', 'lang=ar', ''].flatMap((cookie) =>
    ['en', 'de', 'ar'].map((lang) => get(200, '/rules', withDictionary(cookie ? { Cookie: cookie } : {}, lang), MANY)),
  ),
  get(200, '/rules', withDictionary({ 'Available-Dictionary': '{dictionary:de}' }, 'de'), 'two.example'),
  ...[...conditions, ...ranges].flatMap(([status, headers]) => [
    get(status, '/rules', withDictionary(headers)),
    get(status, '/', withDictionary(headers, 'en'), MANY),
    get(status, `/${DICTIONARY_FILE}`, { 'Accept-Encoding': 'br', ...headers }),
  ]),
  { ...get(200, '/rules', withDictionary({})), method: 'HEAD' },
  { ...get(206, '/rules', withDictionary({ Range: 'bytes=0-9' })), method: 'HEAD' },
  { ...get(405, '/rules', withDictionary({})), method: 'POST' },
];

/** Whether a request is meant for a site with dictionaries. */
export const needsDictionary = ({ path, headers }: Row): boolean =>
  path.includes(DICTIONARY_FILE) || 'Available-Dictionary' in headers;
