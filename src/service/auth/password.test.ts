import { expect, test } from 'vitest';

import { hashPassword, isGuessable, verifyPassword } from './password.ts';

const KNOWN = ['lena.marlow@mail.example', 'Velvet Lena', 'Velvet'];

test.each([
  'password1234',
  'qwertyuiop12',
  '123456789012',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabc',
  'p4ssw0rdp4ssw0rd',
  'velvetvelvet',
  'velvet lena 1',
  ' '.repeat(12),
])('"%s" is guessable', async (password) => {
  expect(await isGuessable(password, KNOWN)).toBe(true);
});

test.each(['walnut bicycle thunder', 'Tr4m-orbit-lagoon', 'каждый охотник желает знать', '数学と音楽と散歩と珈琲'])(
  '"%s" is not guessable',
  async (password) => {
    expect(await isGuessable(password, KNOWN)).toBe(false);
  },
);

test('hashes a password with Argon2id, 19 MiB, two passes and a unique salt', async () => {
  const [one, two] = [await hashPassword('walnut bicycle thunder'), await hashPassword('walnut bicycle thunder')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'walnut bicycle thunder')).toBe(true);
  expect(await verifyPassword(one, 'walnut bicycle thunder ')).toBe(false);
  expect(await verifyPassword(one, 'Walnut bicycle thunder')).toBe(false);
});
