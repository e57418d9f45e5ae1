import { expect, test } from 'vitest';

import { UserError } from '../../shared/user-error.ts';
import { readEnv } from './env.ts';

/** The error message of a start with these settings; empty if they are valid. */
function refusal(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  }
  return '';
}

test('starts with an embedded database without any setting', () => {
  expect(readEnv({})).toEqual({
    PORT: 4321,
    LISTEN: '127.0.0.1',
    SITE_ROOT: 'dist',
    DATA_DIR: '.data',
    AUTH_SECRET_PREVIOUS: [],
    HISTORY_DAYS: 7,
    DELETED_ACCOUNT_DAYS: 14,
    HOLD_DAYS: 365,
    RULE_MAILS_PER_MINUTE: 30,
    TURN_URLS: [],
    TRUSTED_PROXIES: [],
  });
});

test('treats an empty setting as absent', () => {
  expect(
    readEnv({
      PORT: '',
      MAIL_URL: ' ',
      TURN_URLS: '',
      TURN_SECRET: '',
      AUTH_SECRET: '',
      HISTORY_DAYS: '',
      TRUSTED_PROXIES: '',
    }),
  ).toEqual(readEnv({}));
});

test('parses valid settings', () => {
  const settings = {
    PORT: '0',
    LISTEN: '::',
    DATABASE_URL: 'postgresql://service@db/accounts',
    AUTH_SECRET: 'x'.repeat(32),
    AUTH_SECRET_PREVIOUS: `${'v'.repeat(32)}, ${'w'.repeat(40)}`,
    MAIL_URL: 'smtps://user:word@mail.example',
    SITE_ROOT: '/srv/site/current',
    DATA_DIR: '/var/lib/accounts',
  };
  const turn = { TURN_SECRET: 'y'.repeat(32), TURN_URLS: 'turn:turn.example, turns:[fd00::1]:443?transport=tcp' };
  const others = {
    HISTORY_DAYS: '30',
    DELETED_ACCOUNT_DAYS: '0',
    HOLD_DAYS: '3650',
    RULE_MAILS_PER_MINUTE: '600',
    METRICS_TOKEN: `${'z'.repeat(43)}=`,
    TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
    HOME: '/root',
  };
  expect(readEnv({ ...settings, ...turn, ...others })).toEqual({
    ...settings,
    PORT: 0,
    AUTH_SECRET_PREVIOUS: ['v'.repeat(32), 'w'.repeat(40)],
    HISTORY_DAYS: 30,
    DELETED_ACCOUNT_DAYS: 0,
    HOLD_DAYS: 3650,
    RULE_MAILS_PER_MINUTE: 600,
    TURN_URLS: ['turn:turn.example', 'turns:[fd00::1]:443?transport=tcp'],
    TURN_SECRET: turn.TURN_SECRET,
    METRICS_TOKEN: others.METRICS_TOKEN,
    TRUSTED_PROXIES: ['10.0.0.0/8', '::1', 'fd00::/8'],
  });
});

test('reports every invalid setting at once, each once, with a correction', () => {
  const message = refusal({
    PORT: '70000',
    LISTEN: 'localhost',
    DATABASE_URL: 'mysql://db/accounts',
    AUTH_SECRET: 'short',
    AUTH_SECRET_PREVIOUS: `short,${'x'.repeat(32)},`,
    MAIL_URL: 'mail.example',
    HISTORY_DAYS: '31',
    DELETED_ACCOUNT_DAYS: '31',
    HOLD_DAYS: '0',
    RULE_MAILS_PER_MINUTE: '0',
    TURN_URLS: 'turn:turn.example, stun:turn.example',
    TURN_SECRET: 'short',
    METRICS_TOKEN: 'short',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy, 10.0.0.0/99',
  });
  expect(message).toBe(
    `The service does not start with these settings:
  PORT is no port. Write a number from 0 to 65535; 0 takes a free one.
  LISTEN is no IP address. Write one of this machine, such as 0.0.0.0.
  DATABASE_URL is no address. Write one such as postgres://user:password@host:5432/name.
  AUTH_SECRET is too short. Make one: openssl rand -base64 32.
  AUTH_SECRET_PREVIOUS is too short in place 1 of 3. Write whole former values of AUTH_SECRET, with commas between them.
  AUTH_SECRET_PREVIOUS is too short in place 3 of 3. Write whole former values of AUTH_SECRET, with commas between them.
  MAIL_URL is no address. Write one such as smtp://user:password@host:587.
  HISTORY_DAYS is no number of days. Write a whole one from 1 to 30.
  DELETED_ACCOUNT_DAYS is no number of days. Write a whole one from 0 to 30.
  HOLD_DAYS is no number of days. Write a whole one from 1 to 3650.
  RULE_MAILS_PER_MINUTE is no number of mails. Write a whole one from 1 to 9999.
  TURN_URLS is no list of TURN servers. Write such as turn:turn.example:3478?transport=udp.
  TURN_SECRET is too short. Make one: openssl rand -base64 32.
  METRICS_TOKEN is too short, or no token. Make one: openssl rand -base64 32.
  TRUSTED_PROXIES is no list of addresses or ranges. Write such as 10.0.0.0/8, fd00::/8.`,
  );
});

test.each(['-1', '80a', '1e3', '4321.5', '65536'])('%s is no port', (PORT) => {
  expect(refusal({ PORT })).toContain('PORT is no port');
});

test.each(['0', '-1', '31', '7.5', '1e1', '07d', '100', 'week'])('%s is no number of days', (HISTORY_DAYS) => {
  expect(refusal({ HISTORY_DAYS })).toContain('HISTORY_DAYS is no number of days');
});

test('requires AUTH_SECRET with DATABASE_URL', () => {
  expect(refusal({ DATABASE_URL: 'postgres://db/accounts' })).toBe(
    'The service does not start with these settings:\n  AUTH_SECRET is missing, which DATABASE_URL needs. Make one for all nodes: openssl rand -base64 32.',
  );
});

test('requires TURN_URLS and TURN_SECRET together', () => {
  expect(refusal({ TURN_URLS: 'turn:turn.example' })).toBe(
    'The service does not start with these settings:\n  TURN_SECRET is missing, which TURN_URLS needs. Give the static-auth-secret of those servers.',
  );
  expect(refusal({ TURN_SECRET: 'x'.repeat(32) })).toBe(
    'The service does not start with these settings:\n  TURN_URLS is missing, which TURN_SECRET is for. Write such as turn:turn.example:3478?transport=udp.',
  );
});

test.each([
  'turn.example',
  'http://turn.example',
  'turn:',
  'turn:turn.example:x',
  'turn:a?transport=sctp',
  'turn:a b',
  'turn:a,',
])('%s is no TURN server', (TURN_URLS) => {
  expect(refusal({ TURN_URLS, TURN_SECRET: 'x'.repeat(32) })).toContain('TURN_URLS is no list of TURN servers');
});

test('reports a missing secret beside other invalid settings', () => {
  const message = refusal({ DATABASE_URL: 'postgres://db/accounts', PORT: 'x' });
  expect(message).toContain('PORT is no port');
  expect(message).toContain('AUTH_SECRET is missing');
});

test('does not print secrets in error messages', () => {
  expect(
    refusal({
      AUTH_SECRET: 'hush',
      AUTH_SECRET_PREVIOUS: 'hush',
      TURN_SECRET: 'hush',
      METRICS_TOKEN: 'hush',
      MAIL_URL: 'http://user:hush@mail.example',
    }),
  ).not.toContain('hush');
});
