import { expect, test } from 'vitest';

import { hasLink } from './has-link.ts';

test.each([
  'https://evil.example',
  'HTTP://evil.example',
  'hxxps://evil.example',
  'h**p://evil.example',
  'tg://resolve?domain=evil',
  'www.evil.example',
  'hot.cam',
  'Look: discord.gg/abc!',
  'bit.ly/3x',
  't.me/evil',
  'пример.рф',
  'ПРИМЕР.РФ',
  'сайт.онлайн',
  'xn--e1afmkfd.xn--p1ai',
  '例え.テスト.みんな',
  'evil.RU',
  'evil.co.uk',
  'evil.github.io',
  'me@mail.example.org',
  'hot.cam.and more',
  'see evil.com.',
  '(evil.com)',
  'hot . cam',
  'hot .cam',
  'hot[.]cam',
  'hot (dot) com',
  'hot dot com',
  'hot (точка) com',
  'hot．cam',
  'hot。cam',
  'hot｡cam',
  'ⓗⓞⓣ.ⓒⓞⓜ',
  'hot.\u200Bcom',
  'ho\u200Dt.c\u00ADom',
  '185.199.108.153',
  'at 185.199.108.153:8080!',
])('finds a link in %j', (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  'And so on. Then what?',
  'That is the end.Start again',
  'e.g. this, i.e. that, p.s. so, z.B. das, т.е. это, и т.д.',
  'v1.2, v1.2.3 and 3.14',
  '1.2.3, 1.2.3.4.5 and 999.1.1.1',
  'At 18.30, on 24.12.2025',
  'Well...no. Hm.. me?',
  'I like it. It is so good. No? Me too',
  'ok .. so',
  'Polka dots',
  ':// and :/',
  'the http protocol',
  'привет.как дела',
  'ok.cooler',
  'Dot. Com.',
  '...',
  '',
])('finds no link in %j', (text) => {
  expect(hasLink(text)).toBe(false);
});

// Quadratic matching would take a minute.
test('checks a long run of spaces in linear time', { timeout: 10_000 }, () => {
  expect(hasLink(`a${' '.repeat(150_000)}b`)).toBe(false);
  expect(hasLink(`a${' '.repeat(150_000)}.cam`)).toBe(true);
});

test('checks the longest chain of dots in linear time', () => {
  expect(hasLink('a.'.repeat(1000))).toBe(false);
  expect(hasLink(`${'a.'.repeat(998)}cam`)).toBe(true);
});
