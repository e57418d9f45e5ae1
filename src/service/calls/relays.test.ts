import { expect, test } from 'vitest';

import { relaysFor } from './relays.ts';

const turn = { urls: ['turn:turn.example'], secret: 'what coturn knows as static-auth-secret' };
const call = '0b6c1a52-2f53-4d2c-9d0e-1a8b6c1d2e3f';

test('a credential is good for five minutes, and says so where coturn looks', () => {
  const { urls, username, until } = relaysFor(turn, call, 1_800_000_000_900);
  expect(urls).toEqual(turn.urls);
  expect(until).toBe(1_800_000_300_000);
  expect(username).toMatch(new RegExp(`^1800000300:${call}\\.[\\w-]{12}$`));
});

test('no two credentials are the same', () => {
  const [one, two] = [relaysFor(turn, call), relaysFor(turn, call)];
  expect(one.username).not.toBe(two.username);
  expect(one.credential).not.toBe(two.credential);
});

test('the password is what coturn makes of the name: base64(HMAC-SHA1(secret, name))', async () => {
  const { username, credential } = relaysFor(turn, call);
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(turn.secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, bytes.encode(username));
  expect(credential).toBe(Buffer.from(signed).toString('base64'));
});
