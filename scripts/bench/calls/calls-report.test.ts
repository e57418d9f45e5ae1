import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { callsPage } from './calls-report.ts';

const page = callsPage(
  [
    { what: 'first picture', timesMs: [310, 900, 305] },
    { what: 'both at once', timesMs: [1234] },
  ],
  2,
);

test('the page has the median and the longest time of each measurement, in seconds', () => {
  expect(page).toMatch(
    /\| first picture \| +3 \| 0\.31 s \| +0\.90 s \|\n\| both at once +\| +1 \| 1\.23 s \| +1\.23 s \|/,
  );
});

test('the page has the format of the formatter', async () => {
  expect((await format('page.md', page, { printWidth: 120 })).code).toBe(page);
});
