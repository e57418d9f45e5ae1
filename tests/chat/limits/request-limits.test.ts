import { describe, expect, test } from 'vitest';

import { type Guest, guestList } from '../../support/service/chat-client.ts';
import { databases, testService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
/** Lists of people that an account may request at once. */
const LISTS = 100;
/** Lists that the limit recovers each second. */
const LISTS_PER_SECOND = 4;
const TABS = 10;
const OPEN_ROOMS = 10;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = guestList();
  /** Requests lists until a request is refused. @returns how many were answered */
  async function listsAnswered(guest: Guest, most: number): Promise<number> {
    let answered = 0;
    while (answered < most && (await guest.refusal('people', { room })) === undefined) answered += 1;
    return answered;
  }

  test('all sockets of an account share a limit, and other users do not wait', async () => {
    const { visitor } = await service.join();
    const [one, two] = [await enter(visitor, room), await enter(visitor)];
    const other = await enter((await service.join()).visitor, room);
    const startedAt = performance.now();
    const answered = (await listsAnswered(one, LISTS / 2)) + (await listsAnswered(two, LISTS));
    const seconds = (performance.now() - startedAt) / 1000;
    expect(answered).toBeGreaterThan(LISTS / 2);
    expect(answered).toBeLessThanOrEqual(LISTS + seconds * LISTS_PER_SECOND);
    expect(await listsAnswered(other, LISTS / 2)).toBe(LISTS / 2);
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
