import { expect, test } from 'vitest';

import { mailboxOf } from './mailbox.ts';

test.each([
  ['lena@mail.example', 'lena+chat@mail.example', 'lena+a+b@mail.example'],
  ['lena@gmail.com', 'l.ena@gmail.com', 'le.n.a+chat@gmail.com', 'lena@googlemail.com'],
  ['lena@icloud.com', 'lena+x@me.com', 'lena@mac.com'],
  ['lenamay@proton.me', 'lena.may@proton.me', 'lena-may@protonmail.com', 'lena_may@pm.me'],
  ['lena-may@yandex.ru', 'lena.may@yandex.com', 'lena-may+x@ya.ru'],
])('addresses of the mailbox %s are the same', (...addresses) => {
  expect(addresses.map(mailboxOf)).toEqual(addresses.map(() => addresses[0]));
});

test.each([
  ['lena@mail.example', 'l.ena@mail.example'],
  ['lena@gmail.com', 'lena@gmail.example', 'le-na@gmail.com', 'le_na@gmail.com'],
  ['lena@outlook.com', 'l.ena@outlook.com', 'lena@hotmail.com'],
  ['lena@icloud.com', 'l.ena@icloud.com'],
  ['lenamay@yandex.ru', 'lena.may@yandex.ru'],
  ['lena@mail.example', 'lena@sub.mail.example'],
])('addresses %s and %s are of different mailboxes', (...addresses) => {
  expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length);
});
