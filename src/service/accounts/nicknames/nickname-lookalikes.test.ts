import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { formSchemas } from '../../../contract/form-schemas.ts';
import { nicknameKey } from '../../../shared/text/nickname-key.ts';
import { isReserved } from './nickname-lookalikes.ts';
import { reservedNicknames } from './reserved-nicknames.ts';

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
  ['Armenian and Latin letters', 'օօо', 'ooo'],
  ['Han characters and Kana', '二力', 'ニカ'],
  ['a conjunct in Sinhala with and without joiner', 'ශ්\u200Dරී', 'ශ්රී'],
  ['a Persian word with and without non-joiner', 'می\u200Cنا', 'مینا'],
  ['a conjunct in Devanagari with and without non-joiner', 'क्\u200Cष', 'क्ष'],
  ['points between Tibetan syllables or none', 'བཀྲ་ཤིས', 'བཀྲཤིས'],
])('%s make the same nickname', (_, one, other) => {
  expect(nicknameKey(one)).toBe(nicknameKey(other));
});

test.each([
  ['Lena', 'Lens'],
  ['Lena 2', 'Lena 3'],
  ['Лена', 'Lena'],
  ['René', 'Rene'],
])('%s and %s are different nicknames', (one, other) => {
  expect(nicknameKey(one)).not.toBe(nicknameKey(other));
});

const accepts = (nickname: string): boolean => formSchemas.confirm.shape.nickname.safeParse(nickname).success;

test.each(['ᴀnna', 'ʟena', 'Lenɑ', 'ǀena', 'Ꞁena', 'ɡreta', 'Ѡlga', 'ꙗна', 'Lenа'])(
  'refuses "%s", which has letters that look like other letters',
  (nickname) => {
    expect(accepts(nickname)).toBe(false);
  },
);

test.each([
  'Zoë',
  'Łucja',
  'Ştefan',
  'Ștefan',
  'Nguyễn',
  'Øystein',
  'Straße',
  'Ґанна',
  'Її Ўладзь',
  'Ұлан',
  'Ωmega'.slice(0, 1).repeat(3),
  'Ἀθήνη',
])('accepts "%s", which has letters of living languages', (nickname) => {
  expect(accepts(nickname)).toBe(true);
});

test.each([
  'Moderator',
  'm0derator',
  'MODERATOR 7',
  'Admin_Anna',
  'SupportTeam',
  'Support',
  'System',
  'Velvet',
  'Velvet Chat',
  'The Velvet Team',
  'vеlvet'.replace('е', 'e'),
  'Модератор',
  'Служба поддержки',
  'Адмін',
  'Modération',
  'Soporte técnico',
  'Zespół',
  'Ádmin',
  'Velvét',
  '4dmin',
  '4DM1N',
  '4dmin24',
  '7adm1n7',
  'M0D3R4T0R',
  'supp0rt',
  'Supp0rt 5',
  '5upport',
  'V3lvet T34m',
  '4дмин',
  'M0d3rat0r Anna',
  '管理员',
  '관리자 7',
  'المشرف',
  'مش\u200Cرف',
])('"%s" is reserved', (nickname) => {
  expect(isReserved(nickname, 'Velvet')).toBe(true);
});

test.each([
  'Anna',
  'Badminton',
  'Velvet Rose',
  'Modesty',
  'Chatty Cat',
  'Team Player',
  'System of a Down',
  'Robot',
  'Помощник Деда',
  'Person 123',
  '807',
  'Anna 4',
  'B4dminton',
  'M4rt4',
])('"%s" is not reserved', (nickname) => {
  expect(isReserved(nickname, 'Velvet')).toBe(false);
});

test('every language of the pages has reserved nicknames', () => {
  const languages = readdirSync('public/assets/i18n').map((file) => file.replace('.json', ''));
  expect(Object.keys(reservedNicknames)).toEqual(expect.arrayContaining(languages));
});
