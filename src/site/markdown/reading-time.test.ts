import { expect, test } from 'vitest';

import { readingMinutes } from './reading-time.ts';

test.each([
  ['en', 'A long word, and <em>some</em> more. '.repeat(220), 7],
  ['zh', '我们每天晚上在这里聊天，认识新的朋友。'.repeat(80), 4],
  ['ja', '私たちは毎晩ここで話し、新しい友達に出会います。'.repeat(80), 5],
  ['th', 'เราคุยกันที่นี่ทุกคืนและพบเพื่อนใหม่'.repeat(80), 4],
  ['zh', '<p>短文。</p>', 1],
])('the reading time of a text in %s follows from its words', (lang, text, minutes) => {
  expect(Math.abs(readingMinutes(`<p>${text}</p>`, lang) - minutes)).toBeLessThanOrEqual(minutes > 1 ? 1 : 0);
});
