import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { betterAuth, thisProject } from './contenders.ts';
import { type ServiceFigure, servicePage } from './service-report.ts';

const figure = (server: string, request: string, ...perSecond: number[]): ServiceFigure => ({
  server,
  request,
  connections: 16,
  runs: perSecond.map((one) => ({ perSecond: one, p50: 1000 / one, p99: 2000 / one, cpuMs: 20 })),
});

const page = servicePage(
  [
    figure(thisProject.name, 'login', 90, 80, 10),
    figure(betterAuth.name, 'login', 20, 5, 40),
    figure(thisProject.name, 'session check', 500, 500, 500),
    figure(betterAuth.name, 'session check', 1000, 1000, 1000),
  ],
  [{ server: thisProject.name, before: 100, peak: 1234.4, after: 150 }],
  { rounds: 3, seconds: 10, accounts: 1000, cores: 2, node: '24.0.0' },
);

test('the page has the median of the rounds, and compares like with like', () => {
  expect(page).toMatch(/\| login +\| +16 \| this project \| +80 \|/);
  expect(page).toMatch(/\| login +\| +16 \| +4\.00 \| 0\.25 \|/);
  expect(page).toMatch(/\| session check \| +16 \| +0\.50 \| 2\.00 \|/);
  expect(page).toMatch(/\| this project \| +100 \| +1,234 \| +150 \|/);
});

test('the page is formatted as npm run check wants it', async () => {
  expect((await format('benchmark-service.md', page, { printWidth: 120, singleQuote: true })).code).toBe(page);
});
