import { expect, test } from 'vitest';

import { NOTE_MAX, REPORT_REASONS } from './chat-protocol.ts';
import { chatSchemas } from './chat-schemas.ts';

/** The text of a message as it is kept, or nothing where it is refused. */
function kept(text: string): string | undefined {
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
  ['marks on nothing', '\u0301\u0302'],
  ['controls', '\u0000\u001B\u009F'],
  ['code points that mean nothing', '\uE000\u{10FFFD}\uFFFE'],
])('a text of %s is no text', (_what, text) => {
  expect(kept(text)).toBeUndefined();
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
])('%s stays as it is', (_what, text) => {
  expect(kept(text)).toBe(text.normalize('NFC'));
});

test.each([
  ['direction', 'a\u202Eb\u2066c\u200Fd\u061Ce', 'abcde'],
  ['letters that cannot be seen', 'disc\u200Bor\u00ADd\u2060.\u200Dgg\u3164', 'discord.gg'],
  ['a payload behind a letter', `a${'\u{E0041}'.repeat(50)}b`, 'ab'],
  ['half a character', 'a\uD83Db', 'a\uFFFDb'],
  ['blank lines', 'a\n\n\n \n\u2800\nb', 'a\n\nb'],
  ['blank lines around it', '\n\n\u3164\n a\nb\n\n', 'a\nb'],
  ['other line breaks', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
])('%s is taken out of a text', (_what, text, expected) => {
  expect(kept(text)).toBe(expected);
});

test('nearly two thousand line breaks leave a text as tall as a long one', () => {
  expect(kept(`a${'\n'.repeat(1990)}b`)).toBe('a\n\nb');
  const lines = kept('a\n'.repeat(900))!.split('\n');
  expect([lines.length, lines.join(' ')]).toEqual([50, 'a '.repeat(900).trim()]);
});

test('five marks of a stack stay, however they are joined', () => {
  const marks = '\u0329\u030D\u033B\u035B\u0489'.repeat(100);
  for (const stack of [`x${marks}`, `x${marks.replaceAll('\u030D', '\u200D\u030D\u034F')}`])
    expect(kept(`${stack}y`)!.replaceAll(/[^\p{M}]/gu, '')).toHaveLength(5);
});

test('what is too long is refused, not cut', () => {
  const note = {
    room: 'en.lounge',
    person: 'eve',
    reason: REPORT_REASONS[0],
    note: 'x'.repeat(NOTE_MAX + 1),
    shown: [],
  };
  expect(chatSchemas.report.safeParse(note).success).toBe(false);
  expect(kept('x'.repeat(2001))).toBeUndefined();
});
