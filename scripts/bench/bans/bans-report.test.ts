import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { bansPage, bansTable } from './bans-report.ts';

const figures = [
  { talkers: 40, times: Array.from({ length: 100 }, (_, number) => ({ answerMs: number, silenceMs: number + 1 })) },
];

test('the table has percentiles and the longest time', () => {
  expect(bansTable(figures)).toMatch(/\| +40 \| +100 \| +50\.0 \| +51\.0 \| +100\.0 \| +100\.0 \|/);
});

test('the page has the format of the formatter', async () => {
  const page = bansPage(figures, 2);
  expect((await format('page.md', page, { printWidth: 120 })).code).toBe(page);
});
