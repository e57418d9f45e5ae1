import { expect, test } from 'vitest';

import { reporterSources } from './csp-sources.ts';
import { readTelemetry } from './settings.ts';

test('reports errors to the host of the DSN, and reports none without a DSN', () => {
  const { dsn } = readTelemetry({ SENTRY_DSN: 'https://abc@errors.example/7' });
  expect(reporterSources(dsn)).toEqual({ 'connect-src': ['https://errors.example'] });
  expect(readTelemetry({ SENTRY_DSN: '' }).dsn).toBeUndefined();
  expect(reporterSources(undefined)).toEqual({});
});

test.each(['errors.example', 'https://errors.example/7', 'https://abc@errors.example/', 'ftp://abc@errors.example/7'])(
  'refuses "%s", and shows an example of a DSN',
  (SENTRY_DSN) => {
    expect(() => readTelemetry({ SENTRY_DSN })).toThrow(/SENTRY_DSN is ".*Copy the DSN of the project, such as/);
  },
);
