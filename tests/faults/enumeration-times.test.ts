import { beforeAll, describe, expect, test } from 'vitest';

import { median } from '../../scripts/lib/median.ts';
import { newPerson, type Person, formsWithAddress, testService } from '../support/service/test-service.ts';

/** Requests for each form and each kind of address. */
const PAIRS = 60;
/** Mails that an account may still get after the mail of its registration. */
const MAILS_LEFT = 3;
/** Standard score that equal response times exceed in 1 of 10,000 comparisons. */
const SIGNIFICANT = 3.9;

// The statements are the same on both databases.
describe('on PostgreSQL', () => {
  const service = testService('PostgreSQL');
  const people: Person[] = [];
  beforeAll(async () => {
    while (people.length < (3 * PAIRS) / MAILS_LEFT + 2) {
      const joined = await Promise.all(Array.from({ length: 6 }, () => service.join()));
      people.push(...joined.map(({ person }) => person));
    }
  }, 180_000);

  test.each(formsWithAddress)(
    'the response time of a %s does not depend on the address',
    async (what, action, fields) => {
      const spent: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const send = async (kind: keyof typeof spent, email: string): Promise<void> => {
        const began = performance.now();
        const { status } = await service.visitor().post(action, fields(email));
        spent[kind].push(performance.now() - began);
        expect(status).toBe(what === 'login' ? 422 : 200);
      };
      const first =
        (PAIRS / MAILS_LEFT) * Math.max(0, ['registration', 'restoration', 'mail sent again'].indexOf(what));
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const known = (): Promise<void> => send('known', people[first + Math.floor(pair / MAILS_LEFT)]!.email);
        const unknown = (): Promise<void> => send('unknown', newPerson().email);
        // Each kind comes first equally often.
        for (const one of pair % 2 ? [known, unknown] : [unknown, known]) await one();
      }
      const apart = Math.abs(median(spent.known) - median(spent.unknown));
      const isNoise = apart < 5 || Math.abs(standardScore(spent.known, spent.unknown)) < SIGNIFICANT;
      expect([apart, standardScore(spent.known, spent.unknown), isNoise]).toEqual([
        apart,
        standardScore(spent.known, spent.unknown),
        true,
      ]);
    },
    300_000,
  );
});

/** Difference of two samples in standard deviations, by the Mann–Whitney test. */
function standardScore(one: number[], other: number[]): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const pairs = one.length * other.length;
  return (wins - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
}
