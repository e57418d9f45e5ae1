import { load } from 'cheerio';
import { expect, test } from 'vitest';

import { escapeHtml, jsonForScript } from './escape-html.ts';

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"\'&amp;<b>\u2028',
  '</SCRIPT >',
  '-->]]><![CDATA[',
];

test('a value in a script parses to itself and opens no element', () => {
  const $ = load(`<script type="application/json">${jsonForScript(HOSTILE)}</script><p>after</p>`);
  expect(JSON.parse($('script').text())).toEqual(HOSTILE);
  expect([$('script').length, $('p').text()]).toEqual([1, 'after']);
});

test.each(HOSTILE)('text and attributes parse to themselves: %s', (text) => {
  const $ = load(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`);
  expect([$('p').text(), $('p').attr('title'), $('body *').length]).toEqual([text, text, 1]);
});
