import { expect, test } from 'vitest';

import { nicknameKey } from './nickname.ts';

test.each([
  ['upper and lower case', 'Lena', 'LENA'],
  ['Cyrillic letters that look Latin', 'Вова', 'Boba'],
  ['an upper I and a lower l', 'Iris', 'lris'],
  ['a zero and an O', 'B0B', 'bob'],
  ['a one and an l', 'Paul1', 'Paull'],
  ['wide letters', 'Ｌｅｎａ', 'Lena'],
  ['mathematical letters', '𝐋𝐞𝐧𝐚', 'Lena'],
  ['separators', 'Le_na', 'Le na'],
  ['separators or none', 'Le-na', 'Lena'],
  ['an accent in one character or in two', 'René', 'Rene\u0301'],
])('%s make no other nickname', (_, one, other) => {
  expect(nicknameKey(one)).toBe(nicknameKey(other));
});

test.each([
  ['Lena', 'Lens'],
  ['Lena 2', 'Lena 3'],
  ['Лена', 'Lena'],
  ['René', 'Rene'],
])('%s and %s are two nicknames', (one, other) => {
  expect(nicknameKey(one)).not.toBe(nicknameKey(other));
});
