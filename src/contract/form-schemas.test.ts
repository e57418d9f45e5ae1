import { expect, test } from 'vitest';
import type { z } from 'zod';

import { formSchemas, passkeySchemas } from './form-schemas.ts';
import { moderationSchemas } from './moderation/schemas.ts';

/** Parses a value; returns the first error code if it is invalid. */
function parsed(schema: z.ZodType, value: unknown): unknown {
  const { data, error } = schema.safeParse(value);
  return error ? { wrong: error.issues[0]!.message } : data;
}
const wrong = (code: string) => ({ wrong: code });

test.each<readonly [unknown, unknown]>([
  [' Name@Example.ORG ', 'name@example.org'],
  ['a+b@c.co', 'a+b@c.co'],
  ["o'hara@c.co", "o'hara@c.co"],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ...['a@b', 'a@@b.co', 'a b@c.co', 'a..b@c.co', '.a@b.co', 'a@-b.co', '"a"@b.co', 'ü@b.co', 'a@[127.0.0.1]'].map(
    (text) => [text, wrong('email')] as const,
  ),
  ['a@b.co\r\nBcc: x@y.co', wrong('email')],
  ['a@b.co,x@y.co', wrong('email')],
  ['<a@b.co>', wrong('email')],
  [`${'x'.repeat(250)}@b.co`, wrong('email')],
  ['', wrong('required')],
  [undefined, wrong('required')],
  [['a@b.co'], wrong('required')],
])('the address %j becomes %j', (text, expected) => {
  expect(parsed(formSchemas.restore.shape.email, text)).toEqual(expected);
});

test.each<readonly [unknown, unknown]>([
  ['  Lena  ', 'Lena'],
  ['\u00A0Lena\u00A0', 'Lena'],
  ['Ｌｅｎａ', 'Lena'],
  ['Le na-2_x', 'Le na-2_x'],
  ['Жанна д-Арк', 'Жанна д-Арк'],
  ['Ελένη', 'Ελένη'],
  ['007', '007'],
  ['Rene\u0301e', 'Renée'],
  ['abc', 'abc'],
  ['x'.repeat(24), 'x'.repeat(24)],
  ['Jo', 'Jo'],
  ['a', wrong('nicknameLength')],
  ['x'.repeat(25), wrong('nicknameLength')],
  ['x'.repeat(16_000), wrong('nicknameLength')],
  ['𝐀', wrong('nicknameLength')],
  ['   ', wrong('nicknameLength')],
  ...['Lena Лена', 'Vоva', 'Le  na', '_Lena', 'Lena_', 'Le\tna', 'Le\nna', 'Lena!', '<b>Lena', 'Lena\u200D'].map(
    (text) => [text, wrong('nicknameLetters')] as const,
  ),
  ...['Le\u202Ena', '😀😀😀', 'Lena@home', 'a\u0301\u0301\u0301bc', '\uD800abc'].map(
    (text) => [text, wrong('nicknameLetters')] as const,
  ),
  ['', wrong('required')],
])('the nickname %j becomes %j', (text, expected) => {
  expect(parsed(formSchemas.registration.shape.nickname, text)).toEqual(expected);
});

/** Nicknames in the scripts that Unicode recommends. @see https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts */
const NICKNAMES =
  'محمد علي, ليلى ٧, Հայկ, ক্ষমা, 小明ㄅㄆ, Лена, राम २, ሰላም, გიორგი, Ελένη, તારા, ਗੁਰੂ, 김민수, 李明, גִּילָה, さくら, ಕನ್ನಡ, សុខា, ພອນ, Zoë, മലയാളം, မောင်, ତାରା, ශ්‍රී, தமிழ், తార, އަލި, สมชาย, བསྟན་འཛིན, 山田たろう, サクラー, 大韓민국';

test.each([...NICKNAMES.split(', '), 'राम'.repeat(12)])('the nickname %j is accepted', (text) => {
  expect(parsed(formSchemas.registration.shape.nickname, text)).toBe(text.normalize('NFKC'));
});

/** Zero-width non-joiners where they are visible. */
const WITH_NON_JOINER = [
  ['Persian', 'می\u200Cنا'],
  ['a prefix and a suffix', 'نیم\u200Cفاصله\u200Cای'],
  ['a mark before it', 'مَه\u200Cلِقا'],
  ['a mark after it', 'به\u200Cٰرام'],
  ['Urdu', 'گل\u200Cزار'],
  ['Hindi', 'शक्\u200Cति'],
  ['a nukta', 'क़्\u200Cला'],
  ['Bengali', 'শক্\u200Cতি'],
  ['Kannada', 'ರಾಜ್\u200Cಕುಮಾರ್'],
  ['Tamil', 'லக்\u200Cஷ்மி'],
];

test.each(WITH_NON_JOINER)('a nickname with a visible non-joiner is accepted: %s', (_, text) => {
  expect(parsed(formSchemas.registration.shape.nickname, text)).toBe(text!.normalize('NFKC'));
});

const REFUSED_NON_JOINER = [
  ['at the start', '\u200Cمینا'],
  ['at the end', 'مینا\u200C'],
  ['at the end after a letter that joins', 'می\u200C'],
  ['twice', 'می\u200C\u200Cنا'],
  ['after a letter that does not join', 'دا\u200Cنا'],
  ['before a letter that never joins', 'می\u200Cءنا'],
  ['before a digit', 'علی\u200C۲'],
  ['before a space', 'علی\u200C رضا'],
  ['between Latin letters', 'Le\u200Cna'],
  ['between Cyrillic letters', 'Ле\u200Cна'],
  ['between Hebrew letters', 'גי\u200Cלה'],
  ['between Indic letters without virama', 'रा\u200Cम'],
  ['after a virama at the end', 'शक्\u200C'],
  ['between Hangul syllables', '김\u200C민수'],
];

test.each(REFUSED_NON_JOINER)('a nickname with an invisible non-joiner is refused: %s', (_, text) => {
  expect(parsed(formSchemas.registration.shape.nickname, text)).toEqual(wrong('nicknameLetters'));
});

test.each([
  ['letters of two scripts', '李明Lena'],
  ['Kana beside Hangul', 'さくら민수'],
  ['digits of two numeral systems', 'राम2२'],
  ['digits of another script', 'Lena٧'],
  ['a mark twice', 'שָָרה'],
  ['a mark before the first letter', 'ָשרה'],
  ['a joiner', 'نی\u200Dما'],
  ['a letter that only stretches a word', 'محـــمد'],
  ['a filler', '\u3164\u3164가'],
  ['two separators', 'བཀྲ་་ཤིས'],
])('a nickname with %s is refused', (_, text) => {
  expect(parsed(formSchemas.registration.shape.nickname, text)).toEqual(wrong('nicknameLetters'));
});

test.each<readonly [unknown, unknown]>([
  ['2000-02-29', '2000-02-29'],
  ...['1900-02-29', '2000-02-30', '2000-13-01', '2000-00-10', '2000-1-1', '20000101', '+02000-01-01'].map(
    (text) => [text, wrong('date')] as const,
  ),
  ...[' 2000-01-01', '2000-01-01T00:00:00Z', '01.02.2000', 'now'].map((text) => [text, wrong('date')] as const),
  ['', wrong('required')],
])('the date %j becomes %j', (text, expected) => {
  expect(parsed(formSchemas.registration.shape.dateOfBirth, text)).toEqual(expected);
});

/** The password fields of every request. */
const passwords = [formSchemas, passkeySchemas, moderationSchemas].flatMap((schemas) =>
  Object.entries<z.ZodType>(schemas).flatMap(([name, schema]) =>
    Object.entries((schema as z.ZodObject).shape)
      .filter(([field]) => /password/i.test(field))
      .map(([field, value]): [string, z.ZodType] => [`${name}.${field}`, value as z.ZodType]),
  ),
);

test.each(passwords)('the password %s is the same from every keyboard', (_, password) => {
  expect(parsed(password, 'Ame\u0301lie und Ｚoe')).toBe('Amélie und Zoe');
});

test('normalises a password to NFKC, and neither trims nor cuts it', () => {
  const { password } = formSchemas.finish.shape;
  expect(parsed(password, 'Ame\u0301lie und Zoe')).toBe('Amélie und Zoe');
  expect(parsed(password, ' with two spaces  ')).toBe(' with two spaces  ');
  expect(parsed(password, 'x'.repeat(11))).toEqual(wrong('passwordShort'));
  expect(parsed(password, 'x'.repeat(100))).toBe('x'.repeat(100));
  expect(parsed(password, 'x'.repeat(101))).toEqual(wrong('passwordLong'));
  expect(parsed(formSchemas.login.shape.password, 'x')).toBe('x');
});

test('accepts the agreement only from a ticked box', () => {
  const { agreement } = formSchemas.registration.shape;
  expect(parsed(agreement, 'on')).toBe('on');
  for (const other of ['off', 'true', '', undefined, 'ON'])
    expect(parsed(agreement, other)).toEqual(wrong('agreement'));
});

test('drops fields that the form does not have', () => {
  const sent = { email: 'a@b.co', password: 'x', role: 'admin', emailVerified: 'true', id: '1' };
  expect(parsed(formSchemas.login, sent)).toEqual({ email: 'a@b.co', password: 'x' });
});
