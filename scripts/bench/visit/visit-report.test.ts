import { expect, test } from 'vitest';

import { links, visitPage } from './visit-report.ts';

test('the page shows medians by link', () => {
  const visit = (firstPage: number) => ({
    firstPage,
    secondPage: 600,
    repeatVisit: 1300,
    chatText: 1500,
    chat: 4000,
    chatMessages: 5000,
    chatAgain: 2000,
    firstPageBytes: 16_000,
    chatBytes: 150_000,
  });
  const page = visitPage([{ profile: links[0]!, runs: [1600, 1500, 1400].map(visit) }], 2);
  expect(page).toMatch(/first page \(home\): first paint +\| +1\.50 s/);
  expect(page).toMatch(/received for the chat +\| +150 kB/);
  expect(page).toContain('Slow 3G: 400 kbit/s down, 400 kbit/s up, a round trip of 400 ms.');
});
