import { expect, test } from 'vitest';

import { mentionsName } from './mentions.ts';

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
