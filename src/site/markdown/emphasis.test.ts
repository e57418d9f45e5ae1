import { expect, test } from 'vitest';

import { textSource } from '../../../tests/fixture/text-source.ts';
import type { Source } from '../site-folder.ts';
import { markEmphasis } from './emphasis.ts';
import { markedHtml, parseDocumentFile, parsePart, type TextNode } from './parse.ts';

const fields =
  'description: A sentence that is long enough, with *「words」*in it, for a search engine.\nupdated: 2026-01-02';

const source = (body: string): Source => textSource(body, { kind: 'document', name: 'contacts', lang: 'ja', fields });

const FORMATS = ['strong', 'em', 'del', 'code', 'pre', 'a'];

const write = (nodes: readonly TextNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.value.replaceAll('\n', '');
      if (node.type !== 'element') return '';
      const inner = write(node.children);
      return FORMATS.includes(node.tagName) ? `<${node.tagName}>${inner}</${node.tagName}>` : inner;
    })
    .join('');

test.each([
  ['**成人のみ。**18歳以上の方だけ', '<strong>成人のみ。</strong>18歳以上の方だけ'],
  ['これは**「重要」**です', 'これは<strong>「重要」</strong>です'],
  ['这是**“重要”**的，（*很）和（*重要）', '这是<strong>“重要”</strong>的，（*很）和（*重要）'],
  ['会員*（A）と**非会員**（B）', '会員*（A）と<strong>非会員</strong>（B）'],
  ['**（重要）**は', '<strong>（重要）</strong>は'],
  ['이것은 **"중요"**입니다', '이것은 <strong>"중요"</strong>입니다'],
  ['กฎ**(สำคัญ)**นี้', 'กฎ<strong>(สำคัญ)</strong>นี้'],
  ['**[規則](/rules)**と**`コード`**を', '<strong><a>規則</a></strong>と<strong><code>コード</code></strong>を'],
  ['これは~~「古い」~~です', 'これは<del>「古い」</del>です'],
  ['***「両方」***です', '<em><strong>「両方」</strong></em>です'],
  ['５＊３と**１０％**だ', '５＊３と<strong>１０％</strong>だ'],
  [String.raw`これは\*\*「星」\*\*です`, 'これは**「星」**です'],
  ['コード`**「」**の`だ', 'コード<code>**「」**の</code>だ'],
  ['```\n星**「」**の\n```', '<pre><code>星**「」**の</code></pre>'],
  ['This is **"important"**ish', 'This is **"important"**ish'],
])('emphasis beside punctuation: %s', (markdown, expected) => {
  const { html, fields: read, diagnostics } = parseDocumentFile(source(markdown));
  expect(diagnostics).toEqual([]);
  expect(read.description).toContain('*「words」*in');
  expect(write(parsePart(markdown))).toBe(expected);
  for (const shown of [html, markedHtml(source(markdown), [])]) {
    expect(shown.replaceAll('&quot;', '"').replaceAll(/<a [^>]*>/g, '<a>')).toContain(
      expected.replace('</code></pre>', ''),
    );
    expect(shown).not.toContain('\uFDD0');
  }
});

test('no mark is left in a link', () => {
  const text =
    '**はい。**次、[言葉](https://a.example/「**あ" "（**必須）**に")、[二](/b "「**う")と[三][x]\n\n[x]: /c「**え "（**お"';
  const { html, facts } = parseDocumentFile(source(text));
  expect(html).toContain('<strong>はい。</strong>次');
  for (const shown of [html, ...facts.links]) expect(decodeURI(shown)).not.toContain('\uFDD0');
});

test('a text without such places is not marked', () => {
  for (const text of ['**はい** と **いいえ**', '**Words.**Words', 'はい。']) expect(markEmphasis(text)).toBe(text);
});
