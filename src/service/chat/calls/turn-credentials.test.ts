import { expect, test } from 'vitest';

import { turnCredentialsFor } from './turn-credentials.ts';

const turn = { urls: ['turn:turn.example'], secret: 'the static-auth-secret of coturn' };
const person = '0b6c1a52-2f53-4d2c-9d0e-1a8b6c1d2e3f';

test('a credential is valid for five minutes, and its username has the expiry for coturn', () => {
  const { urls, username, until } = turnCredentialsFor(turn, person, 1_800_000_000_900);
  expect(urls).toEqual(turn.urls);
  expect(until).toBe(1_800_000_300_000);
  expect(username).toMatch(/^1800000300:[\w-]{16}$/);
});

test('all credentials of a person on a day share an anonymous, unique name', () => {
  const name = (of: string, now: string) => turnCredentialsFor(turn, of, Date.parse(now)).username.split(':')[1];
  const morning = name(person, '2027-01-15T00:00:00Z');
  expect(name(person, '2027-01-15T23:59:59Z')).toBe(morning);
  expect(name('anna', '2027-01-15T00:00:00Z')).not.toBe(morning);
  expect(name(person, '2027-01-16T00:00:00Z')).not.toBe(morning);
});

test('the password is base64(HMAC-SHA1(secret, username)), as coturn computes it', async () => {
  const { username, credential } = turnCredentialsFor(turn, person);
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(turn.secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, bytes.encode(username));
  expect(credential).toBe(Buffer.from(signed).toString('base64'));
});
