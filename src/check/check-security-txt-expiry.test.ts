import { expect, test } from 'vitest';

import { parseHosts } from '../site/editions/parse-hosts.ts';
import { readSiteOptions, toSite } from '../site/open-site.ts';
import { checkSecurityTxtExpiry } from './check-security-txt-expiry.ts';

function warnings(day: string): string[] {
  const brand = {
    name: 'One',
    email: 'hello@one.example',
    look: 'velvet',
    securityTxtExpires: day,
    defaultHost: 'one.example',
    hosts: { 'one.example': { languages: ['en', 'de'] } },
  };
  const { editions } = toSite(readSiteOptions({}), parseHosts({ brands: { one: brand } }, 'hosts.ts'));
  return checkSecurityTxtExpiry(editions, '2026-11-22');
}

test.each([
  ['2026-11-21', 'is over'],
  ['2026-11-22', 'is 0 days away'],
  ['2026-11-23', 'is 1 day away'],
  ['2026-12-01', 'is 9 days away'],
  ['2027-11-25', 'is more than a year away'],
])('%s is warned about once for its brand', (day, words) => {
  expect(warnings(day)).toEqual([
    expect.stringMatching(
      new RegExp(`^brand one, securityTxtExpires: "${day}" ${words}.*Write a day in the next twelve months.$`),
    ),
  ]);
});

test.each(['2026-12-23', '2027-06-30', '2027-11-22'])('%s gives no warning', (day) => {
  expect(warnings(day)).toEqual([]);
});
