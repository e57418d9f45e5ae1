import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { chatPage } from './chat-report.ts';
import type { Measurement } from './measure-chat.ts';

const run = (heardP99: number): Measurement => ({
  heardP50: 5,
  heardP99,
  storedP99: 20.4,
  core: 0.256,
  heap: 20_449,
  memory: 123_400_000,
});
const inTens = { people: 1000, roomSize: 10, rate: 10, stalled: 0 };
const inHundreds = { name: 'on PostgreSQL', people: 1000, roomSize: 100 };

const page = chatPage(
  [
    { ...inTens, name: 'on PostgreSQL', runs: [run(30), run(900), run(40)] },
    { ...inHundreds, rate: 10, stalled: 0.05, runs: [run(10), run(10), run(10)] },
  ],
  [
    { ...inHundreds, rate: 20, stalled: 0, runs: [run(70)] },
    { ...inHundreds, rate: 40, stalled: 0, runs: [] },
  ],
  {
    people: 600,
    runs: [
      { seconds: 2.5, events: 3 },
      { seconds: 9, events: 2 },
      { seconds: 2, events: 4 },
    ],
  },
  { rounds: 3, seconds: 15, cores: 2, node: '24.0.0' },
);

test('the page has the median of the rounds', () => {
  expect(page).toMatch(
    /\| on PostgreSQL \| +1,000 \| +10 \| +1,000 \| +0 % \| +5 \| +40 \| +20 \| +26 % \| +123 \| +20\.4 \|/,
  );
});

test('the page has the median of crowds', () => {
  expect(page).toMatch(/\| +600 \| +2\.5 \| +3 \|/);
});

test('the page says where it breaks', () => {
  expect(page).toMatch(/\| on PostgreSQL \| +1,000 \| +100 \| +400 \| +0 % \| +– \|/);
});

test('the page is formatted as npm run check wants it', async () => {
  expect((await format('benchmark-chat.md', page, { printWidth: 120, singleQuote: true })).code).toBe(page);
});
