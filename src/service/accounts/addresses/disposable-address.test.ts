import { expect, test } from 'vitest';

import { isDisposableAddress } from './disposable-address.ts';

test.each(['mailinator.com', 'yopmail.com', 'guerrillamail.com', 'inbox.mailinator.com'])(
  '%s is disposable',
  (domain) => {
    expect(isDisposableAddress(`lena@${domain}`)).toBe(true);
  },
);

test.each([
  'gmail.com',
  'mail.example',
  'notmailinator.com.example',
  // Forwarding relays of iCloud, Firefox, DuckDuckGo, SimpleLogin, Proton Pass and addy.io.
  'icloud.com',
  'privaterelay.appleid.com',
  'mozmail.com',
  'duck.com',
  'simplelogin.com',
  'slmail.me',
  'aleeas.com',
  'dralias.com',
  'passmail.net',
  'anonaddy.me',
  'addymail.com',
])('%s is not disposable', (domain) => {
  expect(isDisposableAddress(`lena@${domain}`)).toBe(false);
});
