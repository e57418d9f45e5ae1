import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { partnersPage, partnersTable } from './partners-report.ts';

const times = Array.from({ length: 100 }, (_, number) => number);
const figures = [
  { release: 'now', crowd: 'none fits', aloneMs: times, crowdedMs: times, searches: 1234.5, matches: 0 },
];

test('the table has rates and percentiles', () => {
  expect(partnersTable(figures)).toMatch(
    /\| none fits +\| now +\| +1,235 \| +0 \| +50\.0 \| +99\.0 \| +50\.0 \| +99\.0 \|/,
  );
});

test('the page has the format of the formatter', async () => {
  const page = partnersPage(figures, 2);
  expect((await format('page.md', page, { printWidth: 120 })).code).toBe(page);
});
