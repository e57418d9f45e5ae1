import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { chatPage } from './report.ts';

const run = (heardP99: number) => ({ heardP50: 5, heardP99, storedP99: 20.4, core: 0.256, heap: 20_449 });

const page = chatPage(
  [
    { server: 'on PostgreSQL', people: 1000, runs: [run(30), run(900), run(40)] },
    { server: 'Socket.IO alone', people: 1000, runs: [run(10), run(10), run(10)] },
  ],
  { rounds: 3, seconds: 15, cores: 2, node: '24.0.0' },
);

test('the page has the median of the rounds', () => {
  expect(page).toMatch(/\| on PostgreSQL +\| +1,000 \| +5 \| +40 \| +20 \| +26 % \| +20\.4 \|/);
});

test('the page is formatted as npm run check wants it', async () => {
  expect((await format('benchmark-chat.md', page, { printWidth: 120, singleQuote: true })).code).toBe(page);
});
