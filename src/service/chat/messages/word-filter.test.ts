import { expect, test } from 'vitest';

import { createWordFilter } from './word-filter.ts';

const filter = createWordFilter({
  all: { hold: ['crypto profit'], refuse: [] },
  en: { hold: ['whatsapp me', 'spam'], refuse: ['hell', 'scam'] },
  ru: { hold: ['спам'], refuse: [] },
});
const inText = (text: string, lang = 'en') => filter(text, lang);

test.each([
  ['spam', 'as it is'],
  ['No SPAM, please', 'in capitals'],
  ['spám', 'with an accent'],
  ['ｓｐａｍ', 'in full width'],
  ['ѕрам', 'in Cyrillic letters that look alike'],
  ['ꜱᴘᴀᴍ', 'in small capitals'],
  ['🅢🅟🅐🅜 or 🆂🅿🅰🅼', 'in white letters on black'],
  ['🇸🇵🇦🇲', 'in halves of flags'],
  ['spam🇺🇸', 'beside a flag'],
  ['sp\u200Bam', 'with an invisible character'],
  ['spaaaam', 'with a repeated letter'],
  ['s p a m', 'with spaces between letters'],
  ['s.p.a.m', 'with dots between letters'],
  ['sp-am', 'with a hyphen inside'],
  ['*spam*', 'between other characters'],
])('finds %s, the word %s', (text) => {
  expect(inText(text)).toEqual({ hold: ['spam'], refuse: [] });
});

test.each(['whatsapp me', 'WhatsApp, me!', 'whatsappme', 'what.sapp me', 'w h a t s a p p m e'])(
  'finds the phrase in %s',
  (text) => {
    expect(inText(text)?.hold).toEqual(['whatsapp me']);
  },
);

test.each([
  ['spammer', 'a longer word'],
  ['spaam', 'a letter twice'],
  ['antispam', 'a longer word'],
  ['his pam', 'ends of two words'],
  ['sp. am', 'two words after a full stop'],
  ['whatsapp', 'a part of a phrase'],
  ['me whatsapp', 'a phrase in another order'],
  ['hel', 'a word with a single letter of two'],
  ['', 'an empty text'],
])('finds nothing in %s: %s', (text) => {
  expect(inText(text)).toBeUndefined();
});

test('counts two equal letters of a word', () => {
  expect(inText('helllll')?.refuse).toEqual(['hell']);
});

test('a text can have words of both lists', () => {
  expect(inText('spam and scam')).toEqual({ hold: ['spam'], refuse: ['scam'] });
});

test('a list holds in rooms of its language, and the list of all languages everywhere', () => {
  expect(inText('СПАМ', 'ru')?.hold).toEqual(['спам']);
  expect(inText('спам', 'pl')).toBeUndefined();
  expect(inText('spam', 'pl')).toBeUndefined();
  expect(inText('crypto  profit', 'pl')?.hold).toEqual(['crypto profit']);
});

test('empty lists find nothing', () => {
  expect(createWordFilter({ en: { hold: [], refuse: [] } })('spam', 'en')).toBeUndefined();
});
