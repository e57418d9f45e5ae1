import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Files below src/service that read the clock of their node, and why the clock of the database is not needed there. */
const ownClock: Record<string, string> = {
  'accounts/refused-age-cookie.ts': 'a signed cookie: its time is stored in no table',
  'accounts/registration-cookie.ts': 'a signed cookie: its time is stored in no table',
  'chat/calls/turn-credentials.ts': 'the TURN server compares the time with its own clock',
  'chat/core/new-account.ts': 'auth/database-clock.ts has moved the time of the account to this clock',
  'database/open-postgres.ts': 'it compares both clocks',
  'mail/transport.ts': 'the time of a mail that npm start shows',
  'moderation/access/totp.ts': 'authenticator apps have clocks of their own',
  'moderation/case-file/read-case-file.ts': 'the time at which a file was written: it is stored in no table',
  'moderation/form-reports/store-form-report.ts': 'the day is a part of a key, and compared with no time',
};

const files = globSync('src/service/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const filesWith = (pattern: RegExp): string[] =>
  files
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace('src/service/', ''))
    .toSorted();

test('times that statements store or compare come from the clock of the database', () => {
  expect(filesWith(/\bDate\.now\b|\bnew Date\(\)|\btimeOrigin\b/)).toEqual(Object.keys(ownClock).toSorted());
});

// A test of 120 days replaces both functions: see `installClock` in tests/support/service/shift-clock.ts.
test('statements read the clock with now() and clock_timestamp() alone, without a schema or a text', () => {
  expect(
    filesWith(
      /\b(?:current_(?:timestamp|date|time)|local(?:timestamp|time)|(?:statement|transaction)_timestamp|timeofday)\b|pg_catalog\.(?:now|clock_timestamp)|'(?:now|today|tomorrow|yesterday)'::/i,
    ),
  ).toEqual([]);
});
