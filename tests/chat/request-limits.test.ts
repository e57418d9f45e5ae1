import { describe, expect, test } from 'vitest';

import { databases, testService } from '../support/accounts.ts';
import { type Guest, guestList } from '../support/chat.ts';

const room = 'en.lounge';
/** Lists of people that an account may ask for at once. */
const LISTS = 100;
const TABS = 10;
const OPEN_ROOMS = 10;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = guestList();
  /** Asks so often for one thing, some at a time. @returns how many times it was refused */
  async function refusalsOf(guest: Guest, count: number): Promise<number> {
    let refused = 0;
    for (let asked = 0; asked < count; asked += 20) {
      const some = Array.from({ length: Math.min(20, count - asked) }, () => guest.refusal('people', { room }));
      refused += (await Promise.all(some)).filter((error) => error === 'tooMany').length;
    }
    return refused;
  }

  test('all sockets of an account share one limit, and nobody else has to wait', async () => {
    const { visitor } = await service.join();
    const [one, two] = [await enter(visitor, room), await enter(visitor)];
    const other = await enter((await service.join()).visitor, room);
    expect(await refusalsOf(one, LISTS - 40)).toBe(0);
    // Units come back while it asks.
    await expect.poll(() => refusalsOf(two, 25), { interval: 1 }).toBeGreaterThan(0);
    expect(await refusalsOf(one, 1)).toBe(1);
    expect(await refusalsOf(other, LISTS - 40)).toBe(0);
  });

  test('ten tabs come back with ten open rooms each, and none of their requests is refused', async () => {
    const { visitor } = await service.join();
    const guests: Guest[] = [];
    for (let tab = 0; tab < TABS; tab += 1) guests.push(await enter(visitor));
    await guests[0]!.ask('enter', { room });
    const answers = await Promise.all(
      guests.flatMap((guest) => [
        guest.refusal('heads', {}),
        guest.refusal('people', { room }),
        ...Array.from({ length: OPEN_ROOMS }, () => guest.refusal('since', { room, position: 0 })),
      ]),
    );
    expect(answers.filter((error) => error !== undefined)).toEqual([]);
  });
});
