import { expect, test } from 'vitest';

import { parseHosts } from './parse-hosts.ts';

const brand = {
  name: 'Velvet',
  email: 'hello@velvet.example',
  look: 'velvet',
  securityTxtExpires: '2027-01-01',
  defaultHost: 'velvet.example',
  hosts: { 'velvet.example': { languages: ['en'] } },
};

/** The mistakes of brands. */
const mistakes = (brands: unknown): string[] => mistakesIn({ brands });

/** The mistakes of a configuration. */
function mistakesIn(input: object): string[] {
  try {
    parseHosts(input, 'hosts.config.ts');
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1, -1)
      .map((line) => line.trim());
  }
  return [];
}

test('a valid configuration is accepted and completed with defaults', () => {
  const { brands } = parseHosts({ brands: { velvet: brand } }, 'hosts.config.ts');
  expect(brands.velvet).toMatchObject({
    xDefault: false,
    topics: ['lounge', 'flirting', 'evening', 'music', 'travel'],
    hosts: { 'velvet.example': { closed: false } },
  });
});

test('all mistakes are reported at once, each with host or brand, field, value and hint', () => {
  const found = mistakes({
    velvet: {
      ...brand,
      email: 'hello',
      colour: 'red',
      hosts: {
        'velvet.example': { languages: ['english', 'ru', 'ru'] },
        'https://x.example': { languages: ['en'] },
        'y.example': { languages: [], closed: 'no' },
        'z.example': {},
      },
    },
    satin: { ...brand, defaultHost: 'satin.example', hosts: { 'y.example': { languages: ['en'] } } },
  });
  expect(found).toEqual([
    'brand velvet, email: "hello" is no e-mail address. Write one such as "hello@velvet.example".',
    'host velvet.example, languages.0: "english" is no language. Write "en", if you mean that.',
    'host velvet.example, languages: ["english","ru","ru"] names a language twice. Remove the second one.',
    'brand velvet, hosts: "https://x.example" is no host name. Write "x.example".',
    'host y.example, languages: [] is empty. Name at least one language, such as ["en"].',
    'host y.example, closed: "no" is neither true nor false.',
    'host z.example, languages: is missing. Add it.',
    'brand velvet, colour: is no known field. Remove it or correct its name.',
    'brand satin, defaultHost: "satin.example" is no host of the brand. Name one of y.example.',
    'host y.example: belongs to the brands velvet and satin. Remove it from one of them.',
  ]);
});

test('a closed default host is refused', () => {
  const hosts = { 'velvet.example': { languages: ['en'], closed: true } };
  expect(mistakes({ velvet: { ...brand, hosts } })).toEqual([
    'brand velvet, defaultHost: "velvet.example" is closed. Open it or name an open host.',
  ]);
});

test('topics are unique ids', () => {
  expect(mistakes({ one: { ...brand, topics: ['lounge', 'Late Night', 'lounge'] } })).toEqual([
    'brand one, topics.1: "Late Night" is no topic. Use lower-case letters, digits and hyphens, and a letter first.',
    'brand one, topics: ["lounge","Late Night","lounge"] names a topic twice. Remove the second one.',
  ]);
  expect(mistakes({ one: { ...brand, topics: 'lounge' } })).toEqual([
    'brand one, topics: "lounge" is not a list of topics. Write a list such as ["lounge"].',
  ]);
});

test.each(['St. Two', 'Velvet Inc.', 'L’Amour', 'Chat-Club 24', 'हिन्दी चैट', "O'Neil & Sons", 'H&M'])(
  'a brand may be named %s',
  (name) => {
    expect(mistakes({ one: { ...brand, name } })).toEqual([]);
  },
);

test.each(['', ' Two', 'Two ', 'A  B', 'A<b>', 'A &B', 'A&&B', '.com', 'x'.repeat(61)])(
  'no brand may be named %j',
  (name) => {
    expect(mistakes({ one: { ...brand, name } })).toEqual([expect.stringMatching(/^brand one, name: ".*" is /)]);
  },
);

test('a mistake above the brands names its field', () => {
  expect(() => parseHosts({ brands: 5 }, 'hosts.ts')).toThrow('\n  brands: 5 has a wrong type.');
  expect(() => parseHosts({ brands: { velvet: brand }, brnds: {} }, 'hosts.ts')).toThrow(
    '\n  brnds: is no known field. Remove it or correct its name.',
  );
});

test('reserved names of JavaScript are refused', () => {
  const own = Object.fromEntries([['__proto__', brand]]);
  const lost = 'is a reserved name of JavaScript. Choose another name.';
  expect(mistakes({ ...own, velvet: brand })).toContain(`brand __proto__: ${lost}`);
  expect(mistakes({ __proto__: brand, velvet: brand })).toEqual([`brand __proto__: ${lost}`]);
  expect(mistakes({ velvet: { ...brand, tagManager: { __proto__: { en: 'GTM-ABC123' } } } })).toEqual([
    `brand velvet, tagManager.__proto__: ${lost}`,
  ]);
  expect(mistakes({ velvet: { ...brand, defaultHost: 'constructor' } })).toEqual([
    'brand velvet, defaultHost: "constructor" is no host of the brand. Name one of velvet.example.',
  ]);
});

test('names that are too long for a file, menu or room are refused', () => {
  const long = 'a'.repeat(300);
  for (const lang of ['en-x-private', 'en-u-nu-latn', `sl-${'rozaj-'.repeat(6)}biske`])
    expect(mistakes({ one: { ...brand, hosts: { 'velvet.example': { languages: [lang] } } } })).toEqual([
      expect.stringContaining('is no language'),
    ]);
  for (const lang of [
    'zh-Hans-CN',
    'es-419',
    'ca-ES-valencia',
    'de-1996',
    'crh',
    'rue',
    'ab',
    'kbd',
    'eo',
    'cdo',
    'apc',
  ])
    expect(mistakes({ one: { ...brand, hosts: { 'velvet.example': { languages: [lang] } } } })).toEqual([]);
  const refused = [...mistakes({ [long]: brand }), ...mistakes({ one: { ...brand, look: long, topics: [long] } })];
  expect(refused).toHaveLength(3);
  for (const mistake of refused) expect(mistake).toContain('is too long. Write at most');
});

test.each([
  ['ua', 'uk'],
  ['jp', 'ja'],
  ['cz', 'cs'],
  ['gr', 'el'],
  ['dk', 'da'],
  ['en-UK', 'en-GB'],
  ['pt_br', undefined],
  ['PT-br', 'pt-BR'],
  ['German', 'de'],
  ['iw', 'he'],
  ['xq', undefined],
  ['mul', undefined],
  ['qaa', undefined],
  ['sr-Xxxx', undefined],
  ['en-XX', undefined],
])('the language %s is refused, and %s is named', (wrong, likely) => {
  const hint = likely ? `"${likely}", if you mean that` : 'a tag of BCP 47, such as "en", "ru" or "pt-BR"';
  expect(mistakes({ one: { ...brand, hosts: { 'velvet.example': { languages: [wrong] } } } })).toEqual([
    `host velvet.example, languages.0: "${wrong}" is no language. Write ${hint}.`,
  ]);
});

test('a language that the registry lacks may be named with its facts, whose mistakes are named', () => {
  const brands = { one: { ...brand, hosts: { 'velvet.example': { languages: ['qaa'] } } } };
  const named = (languages: unknown) => mistakesIn({ languages, brands });
  expect(named({ qaa: {} })).toEqual([]);
  expect(named({ qaa: { name: 'Nimika', direction: 'rtl', formats: 'tr' } })).toEqual([]);
  expect(named({ qaa: { name: ' ', direction: 'up', formats: 'qaa', nmae: '' }, qa_a: {} })).toEqual([
    'languages, qaa.name: "" is empty. Write the name of the language in itself.',
    'languages, qaa.direction: "up" is no direction. Write "ltr" or "rtl".',
    'languages, qaa.formats: "qaa" is no language whose formats Intl has. Write one such as "tr".',
    'languages, qaa.nmae: is no known field. Remove it or correct its name.',
    'languages: "qa_a" is no language. Write a tag of BCP 47, such as "en", "ru" or "pt-BR".',
  ]);
});

test('every export of a hosts file is accepted or refused with sentences', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const plain = [undefined, null, true, 0, 5n, NaN, '', 'x', '__proto__', Symbol('x'), () => brand, brand];
  const objects = [{}, [], [[]], [null], circular, new Date(0), new Map(), Object.create(null), { toString: null }];
  const strange: unknown[] = [...plain, ...objects, { toJSON: () => undefined }];
  const paths = [
    [],
    ['velvet'],
    ...Object.keys(brand).map((field) => ['velvet', field]),
    ...['topics', 'tagManager', 'sourceLanguage', 'xDefault'].map((field) => ['velvet', field]),
    ['velvet', 'tagManager', 'en'],
    ['velvet', 'topics', '0'],
    ['velvet', 'hosts', 'velvet.example'],
    ['velvet', 'hosts', 'velvet.example', 'languages'],
    ['velvet', 'hosts', 'velvet.example', 'languages', '0'],
    ['velvet', 'hosts', 'velvet.example', 'closed'],
  ];
  for (const path of paths) {
    for (const value of strange) {
      const input = put({ velvet: brand }, path, value);
      try {
        parseHosts({ brands: input }, 'hosts.ts');
      } catch (error) {
        expect((error as Error).name, `${path.join('.')}: ${(error as Error).stack}`).toBe('UserError');
        for (const line of (error as Error).message.split('\n').slice(1, -1)) expect(line).toMatch(/^ {2}\S.*\.$/);
      }
    }
  }
});

/** A copy of a tree with another value at a path. */
function put(tree: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const inner = put((tree as Record<string, unknown>)?.[name], rest, value);
  return Array.isArray(tree) ? [inner] : { ...(tree as object), [name]: inner };
}

test.each([undefined, null, 'x', [], { brands: [] }])('%j is refused without a crash', (input) => {
  expect(() => parseHosts(input, 'hosts.config.ts')).toThrow('hosts.config.ts has');
});
