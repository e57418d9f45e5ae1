import { DICTIONARY_FILE } from '../site/small-dist.ts';

/** A request, and the status of every server's response. */
export interface Row {
  method: string;
  host: string;
  path: string;
  headers: Record<string, string>;
  status: number;
}

export const ONE = 'one.example';
export const MANY = 'many.example';

/** Languages by host of the site that the table is for. */
export const hosts = { [ONE]: ['ru'], [MANY]: ['en', 'de', 'ar'], 'two.example': ['de', 'en'] };

/** Placeholder in a header for the ETag of the same file in the same encoding. */
export const ETAG = '{etag}';

/** Placeholder in a header for the value of Available-Dictionary that names the dictionary of a language of the host. */
export const DICTIONARY = /\{dictionary:(\w+)\}/;

const get = (status: number, path: string, headers: Row['headers'] = {}, host = ONE): Row => ({
  method: 'GET',
  host,
  path,
  headers,
  status,
});

const found = [
  '/',
  '/rules',
  '/contacts',
  '/chat',
  '/blog',
  '/blog/first',
  '/auth/registration',
  '/rules?',
  '/rules?a=b&c',
  '/robots.txt',
  '/favicon.svg',
  '/notifications.js',
  '/app.webmanifest',
  '/_astro/rules.7a8b9c.speculationrules',
  '/.well-known/security.txt',
  '/?x=/../y',
  '/?',
  '/_astro/island.1a2b3c.js',
  '/_astro/art.4d5e6f.avif',
  `/${DICTIONARY_FILE}`,
  '/%72ules',
  '/blog%2ffirst',
  '/rule%73?%zz',
  '/rules?//',
];
const home = [
  '/nope',
  '/nope.png',
  '/nope.json',
  '/rules/',
  '/blog/',
  '/auth',
  '/auth/',
  '/RULES',
  '/Rules',
  '/favicon.SVG',
  '/rules.html',
  '/index',
  '/index.html',
  '/404',
  '/404.html',
  '/rules.html.br',
  '/rules.html.dcz',
  '/rules.dcz',
  '/rules.br',
  '/robots.txt.gz',
  '/_headers',
  '/_astro',
  '/.well-known',
  '/.well-known/',
  '/.well-known/nope.txt',
  '/assets/',
  '/assets/i18n/',
  '/assets/i18n/de.json',
  '/assets/i18n/RU.json',
  '/assets/i18n/ru.json.br',
  '/assets/i18n/xx.json',
  '/...',
  '/..x',
  '/.x',
  '/x.',
  '/.html',
  '/.br',
  '/index.html/',
  '/rules.html.html',
  '/rules.',
  '/rules..',
  '/rules.txt',
  '//',
  '//rules',
  '//rules.html',
  '///',
  '/blog//first',
  '/rules//',
  '/%2frules',
  '//evil.example/',
  '/\\evil',
  '/\\',
  '/api',
  '/API/x',
  '/Api/',
  '/apix',
  '/%61pi',
  '/_ASTRO/island.1a2b3c.js',
  '/_astro.js',
  '/CHAT',
  '/one.example/ru/rules',
  '/publish/manifest.json',
  '/ru/rules',
  '/%D0%BF',
  '/%ff',
  '/rules%20',
  '/rules%0a',
  '/*',
  '/[a]',
  '/{lang}',
  '/$host',
  '/rules;x',
  '/rules,',
  "/'",
  '/rules%3Flang=de',
  '/rules%23',
  '/constructor',
  '/__proto__',
  '/ru.json',
  '/a'.repeat(500),
];
const gone = [
  '/_astro/',
  '/_astro/nope.js',
  '/_astro/island.1a2b3c.js.br',
  `/${DICTIONARY_FILE}.br`,
  '/_astro/x.html',
  '/_astro/x/y',
  '/_astro/art',
];
const invalid = [
  '/.',
  '/..',
  '/./rules',
  '/../rules',
  '/blog/../rules',
  '/blog/.',
  '/blog/..',
  '/%2e%2e/rules',
  '/.%2E/x',
  '/%2e',
  '/..%2f..%2fpublish/manifest.json',
  '/../../publish/manifest.json',
  '/_astro/../rules',
  '/%zz',
  '/%',
  '/rules%',
  '/rules%0',
  '/rules%00',
  '/%00',
  '/x/..?y',
  '/api/../rules',
];

const codings = [
  'br',
  'gzip',
  'identity',
  '*',
  'gzip, deflate, br',
  'gzip, deflate, br, zstd',
  'br;q=0, gzip',
  'br;q=0',
  '*;q=0',
  'GZIP',
  'br;q=0.5, gzip;q=1',
  'x-br',
  'deflate',
  'br ; q=1.0',
  'gzip;q=0, *',
  ',',
  'br;q=',
  'zstd',
];
const kinds = ['/', '/rules', '/robots.txt', '/_astro/island.1a2b3c.js', '/_astro/art.4d5e6f.avif'];

const conditions: [status: number, headers: Row['headers']][] = [
  [304, { 'If-None-Match': ETAG }],
  [304, { 'If-None-Match': `W/${ETAG}` }],
  [304, { 'If-None-Match': `"a", ${ETAG}` }],
  [304, { 'If-None-Match': `"a",W/"b" ,${ETAG},"c"` }],
  [304, { 'If-None-Match': '*' }],
  [200, { 'If-None-Match': '"a"' }],
  [200, { 'If-None-Match': 'W/"a", "b"' }],
  [200, { 'If-None-Match': '""' }],
  [200, { 'If-Match': ETAG }],
  [200, { 'If-Match': '*' }],
  [200, { 'If-Match': `"a", ${ETAG}` }],
  [412, { 'If-Match': '"a"' }],
  [412, { 'If-Match': `W/${ETAG}` }],
  [412, { 'If-Match': '"a", "b"' }],
  [412, { 'If-Match': '"a"', 'If-None-Match': ETAG }],
  [304, { 'If-Match': ETAG, 'If-None-Match': ETAG }],
  [200, { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [200, { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [200, { 'If-Modified-Since': 'yesterday' }],
  [200, { 'If-Unmodified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [304, { 'If-None-Match': ETAG, 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [304, { 'If-None-Match': ETAG, Range: 'bytes=0-1' }],
  [206, { 'If-Match': ETAG, Range: 'bytes=0-1' }],
];

const ranges: [status: number, headers: Row['headers']][] = [
  [206, { Range: 'bytes=0-0' }],
  [206, { Range: 'bytes=0-9' }],
  [206, { Range: 'bytes=10-' }],
  [206, { Range: 'bytes=-10' }],
  [206, { Range: 'bytes=-1000000' }],
  [206, { Range: 'bytes=5-1000000' }],
  [206, { Range: 'bytes=0-' }],
  [416, { Range: 'bytes=1000000-' }],
  [416, { Range: 'bytes=1000000-1000001' }],
  [416, { Range: 'bytes=9-0' }],
  [416, { Range: 'bytes=a-b' }],
  [416, { Range: 'bytes=-' }],
  [206, { Range: 'bytes=0-1,3-4' }],
  [200, { Range: 'lines=0-1' }],
  [200, { Range: 'bytes=0-9', 'If-Range': '"a"' }],
  [206, { Range: 'bytes=0-9', 'If-Range': ETAG }],
  [200, { Range: 'bytes=0-9', 'If-Range': `W/${ETAG}` }],
  [200, { Range: 'bytes=0-9', 'If-Range': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
];

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
const dictionaryRows: Row[] = [
  ...dictionaryCodings.flatMap((coding) => [
    ...available.map((value) => get(200, '/rules', { 'Accept-Encoding': coding, 'Available-Dictionary': value })),
    get(200, '/rules', { 'Accept-Encoding': coding }),
    get(200, `/${DICTIONARY_FILE}`, { 'Accept-Encoding': coding }),
  ]),
  ...['/', '/contacts', '/chat', '/blog/first', '/robots.txt', '/_astro/island.1a2b3c.js', '/assets/i18n/ru.json'].map(
    (path) => get(200, path, withDictionary({})),
  ),
  ...['/nope', '/404', '/rules.html', '/rules/'].map((path) => get(302, path, withDictionary({}))),
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

const wrongMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY'];

/** Whether a request is meant for a site with dictionaries. */
export const needsDictionary = ({ path, headers }: Row): boolean =>
  path.includes(DICTIONARY_FILE) || 'Available-Dictionary' in headers;

/** Requests to which nginx, Caddy and `npm start` respond alike. */
export const requestTable: Row[] = [
  ...[ONE, MANY].flatMap((host) => [
    ...found.map((path) => get(200, path, {}, host)),
    ...home
      .filter((path) => host === ONE || !path.startsWith('/assets/i18n/de'))
      .map((path) => get(302, path, {}, host)),
    ...gone.map((path) => get(404, path, {}, host)),
  ]),
  ...invalid.map((path) => get(400, path)),
  ...codings.flatMap((coding) => [
    ...kinds.map((path) => get(200, path, { 'Accept-Encoding': coding })),
    get(302, '/nope', { 'Accept-Encoding': coding }),
  ]),
  ...kinds.flatMap((path) =>
    ['br', 'gzip', 'identity'].flatMap((coding) =>
      [...conditions, ...ranges].map(([status, headers]) =>
        get(status, path, { 'Accept-Encoding': coding, ...headers }, path === '/' ? MANY : ONE),
      ),
    ),
  ),
  ...dictionaryRows,
  ...wrongMethods.flatMap((method) =>
    ['/', '/rules', '/nope', '/_astro/nope.js', '/robots.txt', '/x%20/api/'].map((path) => ({
      ...get(405, path),
      method,
    })),
  ),
  ...[...found, ...home.slice(0, 20), ...gone].map((path) => ({
    ...get(found.includes(path) ? 200 : gone.includes(path) ? 404 : 302, path),
    method: 'HEAD',
  })),
  { ...get(206, '/rules', { Range: 'bytes=0-9' }), method: 'HEAD' },
  ...['if-none-match', 'if-match', 'range'].map((header) => get(302, '/nope', { [header]: '*' })),
  ...[
    'lang=de',
    'lang=ar',
    'lang=xx',
    'LANG=de',
    'lang=DE',
    'a&lang=de',
    'lang=de&lang=ar',
    'xlang=de',
    'lang',
    'lang=',
  ]
    .flatMap((query) => ['', 'lang=ar', 'lang=xx', 'a=b; lang=en'].map((cookie) => [query, cookie]))
    .map(([query, cookie]) => get(200, `/rules?${query}`, cookie ? { Cookie: cookie! } : {}, MANY)),
  ...[
    '/robots.txt',
    '/favicon.svg',
    '/notifications.js',
    '/.well-known/security.txt',
    '/_astro/rules.7a8b9c.speculationrules',
    '/assets/i18n/de.json',
  ].map((path) => get(200, path, { Cookie: 'lang=ar' }, MANY)),
  ...['/nope', '/chat', '/_astro/nope.js', '/_astro/art.4d5e6f.avif'].map((path) =>
    get(path === '/nope' ? 302 : path.includes('nope') ? 404 : 200, `${path}?lang=ar`, { Cookie: 'lang=de' }, MANY),
  ),
  ...[`${ONE}.`, ONE.toUpperCase(), `${ONE}:80`, `${ONE}.:8080`, 'two.example'].map((host) =>
    get(200, '/rules', {}, host),
  ),
  ...['nope.example', `x.${ONE}`, `${ONE}.evil`, `${ONE}..`, 'example', '_', '0'].map((host) =>
    get(421, '/rules', {}, host),
  ),
  get(400, '/rules', {}, `${ONE}/x`),
];
