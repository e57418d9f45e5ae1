import { expect, test } from 'vitest';

import { isHostName, likelyHostName, shownHost } from './host-name.ts';

test.each([
  ['velvet.example', 'velvet.example'],
  ['xn--80aswg.example', 'сайт.example'],
  ['chat.xn--mnchen-3ya.example', 'chat.münchen.example'],
  ['xn--wgv71a.example', '日本.example'],
])('%s is shown as %s', (host, shown) => {
  expect(isHostName(host)).toBe(true);
  expect(shownHost(host)).toBe(shown);
  expect(likelyHostName(shown.toUpperCase())).toBe(host);
});

test.each([
  ['xn--a.example', undefined],
  ['xn--80aswg-.example', undefined],
  ['Velvet.example', 'velvet.example'],
  ['https://velvet.example/rules', 'velvet.example'],
  ['velvet.example:8080', 'velvet.example'],
  ['a_b.example', undefined],
  ['velvet', undefined],
  ['', undefined],
])('%s is no host name', (text, likely) => {
  expect(isHostName(text)).toBe(false);
  expect(likelyHostName(text)).toBe(likely);
});
