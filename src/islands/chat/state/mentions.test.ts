import { expect, test } from 'vitest';

import { mentionBefore, mentionsName } from './mentions.ts';

test.each([
  ['@Anna hello', true],
  ['hello @anna!', true],
  ['(@ANNA)', true],
  ['@Annabel', false],
  ['me@anna', false],
  ['@Anna_2', false],
  ['Anna', false],
  ['@Annabel and @Anna', true],
])('"%s" mentions Anna: %s', (text, is) => expect(mentionsName(text, 'Anna')).toBe(is));

test('names of other scripts and with spaces are mentioned', () => {
  expect(mentionsName('Привет, @Анна Мария!', 'анна мария')).toBe(true);
  expect(mentionsName('@Аннаб', 'Анна')).toBe(false);
  expect(mentionsName('سلام @می\u200Cنا', 'می\u200Cنا')).toBe(true);
  expect(mentionsName('سلام @می\u200Cنا', 'می')).toBe(false);
});

test('a mention begins with an @ that follows no letter, and ends at the caret', () => {
  expect(mentionBefore('Hi @An', 6)).toEqual({ from: 3, start: 'an' });
  expect(mentionBefore('Hi @An and', 4)).toEqual({ from: 3, start: '' });
  expect(mentionBefore('@Anna Ma', 8)).toEqual({ from: 0, start: 'anna ma' });
  expect(mentionBefore('@می\u200Cن', 5)).toEqual({ from: 0, start: 'می\u200Cن' });
  expect(mentionBefore('me@example', 10)).toBeUndefined();
  expect(mentionBefore('Hi', 2)).toBeUndefined();
  expect(mentionBefore('@Anna, you', 10)).toBeUndefined();
});
