import { expect, test } from 'vitest';

import { parseHosts } from './define-hosts.ts';

const brand = {
  name: 'Velvet',
  email: 'hello@velvet.example',
  look: 'velvet',
  securityTxtExpires: '2027-01-01',
  defaultHost: 'velvet.example',
  hosts: { 'velvet.example': { languages: ['en'] } },
};

/** The mistakes that a configuration is refused for. */
function mistakes(brands: unknown): string[] {
  try {
    parseHosts({ brands }, 'hosts.config.ts');
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

test('a right configuration is accepted, with its defaults filled in', () => {
  const { brands } = parseHosts({ brands: { velvet: brand } }, 'hosts.config.ts');
  expect(brands.velvet).toMatchObject({
    xDefault: false,
    topics: ['lounge', 'flirting', 'evening', 'music', 'travel'],
    hosts: { 'velvet.example': { closed: false } },
  });
});

test('all mistakes are named at once, each with host or brand, field, value and remedy', () => {
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
    'host velvet.example, languages.0: "english" is no language tag. Write a BCP 47 tag in its canonical case, such as "en", "ru" or "pt-BR".',
    'host velvet.example, languages: ["english","ru","ru"] names a language twice. Remove the second one.',
    'brand velvet, hosts: "https://x.example" is no host name. Write it in lower case, in ASCII (punycode), without "https://", port or path.',
    'host y.example, languages: [] is empty. Name at least one language, such as ["en"].',
    'host y.example, closed: "no" is neither true nor false.',
    'host z.example, languages: is missing. Add it.',
    'brand velvet, colour: is no known field. Remove it or correct its name.',
    'brand satin, defaultHost: "satin.example" is no host of the brand. Name one of y.example.',
    'host y.example: stands in the brands velvet and satin. Remove it from one of them.',
  ]);
});

test('a closed default host is refused', () => {
  const hosts = { 'velvet.example': { languages: ['en'], closed: true } };
  expect(mistakes({ velvet: { ...brand, hosts } })).toEqual([
    'brand velvet, defaultHost: "velvet.example" is closed. Open it or name an open host.',
  ]);
});

test('topics are ids, each of them once', () => {
  expect(mistakes({ one: { ...brand, topics: ['lounge', 'Late Night', 'lounge'] } })).toEqual([
    'brand one, topics.1: "Late Night" is no topic. Use lower-case letters, digits and hyphens, and a letter first.',
    'brand one, topics: ["lounge","Late Night","lounge"] names a topic twice. Remove the second one.',
  ]);
  expect(mistakes({ one: { ...brand, topics: 'lounge' } })).toEqual([
    'brand one, topics: "lounge" is not a list of topics. Write a list such as ["lounge"].',
  ]);
});

test.each([undefined, null, 'x', [], { brands: [] }])('%j is refused without a crash', (input) => {
  expect(() => parseHosts(input, 'hosts.config.ts')).toThrow('hosts.config.ts has');
});
