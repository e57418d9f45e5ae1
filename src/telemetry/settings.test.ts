import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const settings = (dsn: string): Promise<typeof import('./settings.ts')> => {
  vi.stubEnv('SENTRY_DSN', dsn);
  return import('./settings.ts');
};

test('reports errors to the host of the DSN, and reports none without a DSN', async () => {
  expect((await settings('https://abc@errors.example/7')).dsn?.origin).toBe('https://errors.example');
  vi.resetModules();
  expect((await settings('')).dsn).toBeUndefined();
});

test.each(['errors.example', 'https://errors.example/7', 'https://abc@errors.example/', 'ftp://abc@errors.example/7'])(
  'refuses "%s", and shows an example of a DSN',
  async (dsn) => {
    await expect(settings(dsn)).rejects.toThrow(/SENTRY_DSN is ".*Copy the DSN of the project, such as/);
  },
);
