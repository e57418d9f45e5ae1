import fc from 'fast-check';
import { expect, test } from 'vitest';

import { NOTE_MAX } from '../chat/chat-protocol.ts';
import { chatSchemas } from '../chat/chat-schemas.ts';
import { REPORT_REASONS } from '../moderation/report-reasons.ts';
import { cleanText } from './clean-text.ts';
import { isVisible } from './is-visible.ts';

/** Returns the stored text of a message; undefined if it is refused. */
function storedText(text: string): string | undefined {
  const { data } = chatSchemas.send.safeParse({ room: 'en.lounge', id: crypto.randomUUID(), text });
  return data?.text;
}

test.each([
  ['nothing', ''],
  ['spaces and line breaks', ' \n\t\u00A0\u3000\n'],
  ['a zero-width space', '\u200B'],
  ['zero-width joiners', '\u200D\u200C\u200D'],
  ['byte order marks and word joiners', '\uFEFF\u2060\uFEFF'],
  ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
  ['braille blanks', '\u2800 \u2800'],
  ['soft hyphens and tags', '\u00AD\u{E0041}\u{E007F}'],
  ['variation selectors', '\uFE0F\u{E0100}'],
  ['marks without a letter', '\u0301\u0302'],
  ['controls', '\u0000\u001B\u009F'],
  ['private and unassigned code points', '\uE000\u{10FFFD}\uFFFE'],
])('refuses a text of %s', (_name, text) => {
  expect(storedText(text)).toBeUndefined();
  const note = { room: 'en.lounge', person: 'eve', reason: REPORT_REASONS[0], note: text, shown: [] };
  expect(chatSchemas.report.parse(note)).toMatchObject({ note: '' });
});

test.each([
  ['Arabic with vowels', 'مُحَمَّدٌ رَسُولُ ٱللَّٰهِ'],
  ['Persian with joiners', 'می‌خواهم کتاب‌ها'],
  ['Hebrew with vowels and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Thai', 'ที่นี่ น้ำ ผู้ใหญ่'],
  ['Vietnamese', 'Nguyễn Thị Hường, nghiêng ngả'],
  ['Hindi', 'क्षत्रिय स्त्री श्री'],
  ['Sinhala with joiners', 'ශ්‍රී ලංකාව'],
  ['Tibetan', 'བོད་སྐད་བསྒྲུབས་རྒྱུའི'],
  ['Burmese', 'ကြွေးကြော်သည်'],
  ['Korean', '안녕하세요 ㅋㅋㅋ'],
  ['families, professions and hearts', '👩‍👩‍👧‍👦 👩🏽‍🚒 👩‍❤️‍💋‍👨 🏳️‍🌈 ⛹🏻‍♀️'],
  ['keycaps and flags', '1️⃣ #️⃣ 🇺🇦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a shrug and a face of symbols', '¯\\_(ツ)_/¯ ( ͡° ͜ʖ ͡°)'],
  ['a drawing of braille', '⣿⠀⠀⣿\n⠀⣿⣿⠀'],
  ['one sign', '?'],
  ['a poem', `Roses\n\n  are red\n${'line\n'.repeat(40)}end`],
])('keeps %s', (_name, text) => {
  expect(storedText(text)).toBe(text.normalize('NFC'));
});

test.each([
  ['direction marks', 'a\u202Eb\u2066c\u200Fd\u061Ce', 'abcde'],
  ['invisible characters', 'disc\u200Bor\u00ADd\u2060.\u200Dgg\u3164', 'discord.gg'],
  ['a payload behind a letter', `a${'\u{E0041}'.repeat(50)}b`, 'ab'],
  ['a lone surrogate', 'a\uD83Db', 'a\uFFFDb'],
  ['blank lines', 'a\n\n\n \n\u2800\nb', 'a\n\nb'],
  ['leading and trailing blank lines', '\n\n\u3164\n a\nb\n\n', 'a\nb'],
  ['other line breaks', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
])('removes or replaces %s', (_name, text, expected) => {
  expect(storedText(text)).toBe(expected);
});

test('reduces two thousand line breaks to at most 50 lines', () => {
  expect(storedText(`a${'\n'.repeat(1990)}b`)).toBe('a\n\nb');
  const lines = storedText('a\n'.repeat(900))!.split('\n');
  expect([lines.length, lines.join(' ')]).toEqual([50, 'a '.repeat(900).trim()]);
});

test('keeps five marks of a stack, with or without joiners', () => {
  const marks = '\u0329\u030D\u033B\u035B\u0489'.repeat(100);
  for (const stack of [`x${marks}`, `x${marks.replaceAll('\u030D', '\u200D\u030D\u034F')}`])
    expect(storedText(`${stack}y`)!.replaceAll(/[^\p{M}]/gu, '')).toHaveLength(5);
});

test('refuses a text that is too long instead of cutting it', () => {
  const note = {
    room: 'en.lounge',
    person: 'eve',
    reason: REPORT_REASONS[0],
    note: 'x'.repeat(NOTE_MAX + 1),
    shown: [],
  };
  expect(chatSchemas.report.safeParse(note).success).toBe(false);
  expect(storedText('x'.repeat(2001))).toBeUndefined();
});

/** Characters that a text can consist of, and is empty all the same, beside any others. */
const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...' \n\t\u200B\u200D\uFEFF\u2800\u3164\u0301\u0958\uFB2C', '\u{1D159}', '\u{1D15E}', '\u{E0041}'),
);

test('a text is empty where none of its characters is visible, and no text is longer than its composed form', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 8 }), (text) => {
      const cleaned = cleanText(text);
      expect(cleaned !== '').toBe(isVisible(text));
      expect(cleaned.length).toBeLessThanOrEqual(text.normalize().length);
    }),
    { numRuns: 2000 },
  );
});
