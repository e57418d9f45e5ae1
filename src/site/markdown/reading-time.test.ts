import fc from 'fast-check';
import { expect, test } from 'vitest';

import { countSpacedWords, readingMinutes } from './reading-time.ts';

test.each([
  ['en', 'A long word, and <em>some</em> more. '.repeat(220), 7],
  ['zh', '我们每天晚上在这里聊天，认识新的朋友。'.repeat(80), 4],
  ['ja', '私たちは毎晩ここで話し、新しい友達に出会います。'.repeat(80), 5],
  ['th', 'เราคุยกันที่นี่ทุกคืนและพบเพื่อนใหม่'.repeat(80), 4],
  ['zh', '<p>短文。</p>', 1],
])('the reading time of a text in %s follows from its words', (lang, text, minutes) => {
  expect(Math.abs(readingMinutes(`<p>${text}</p>`, lang) - minutes)).toBeLessThanOrEqual(minutes > 1 ? 1 : 0);
});

test('words are runs of characters other than white space, wherever tags stand', () => {
  const pieces = fc.constantFrom(
    'a',
    'Wort',
    '<em>',
    '</em>',
    '<a href="/x y">',
    '&amp;',
    ...' \t\n\v\u00A0\u1680\u2003\u200B\u3000\uFEFF',
  );
  const property = fc.property(fc.array(pieces), fc.string({ unit: 'binary' }), (parts, any) => {
    const html = parts.join('') + any.replace(/[<>]/g, '');
    expect(countSpacedWords(html)).toBe(html.replace(/<[^>]+>/g, '').match(/\S+/g)?.length ?? 0);
  });
  fc.assert(property, { numRuns: 200, seed: 16 });
});
