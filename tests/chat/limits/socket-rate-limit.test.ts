import { describe, expect, test } from 'vitest';

import { type TestUser, chatEntry } from '../../support/service/chat/chat-test-user.ts';
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
  const enter = chatEntry();
  /** Requests lists until a request is refused. @returns how many were answered */
  async function listsAnswered(user: TestUser, most: number): Promise<number> {
    let answered = 0;
    while (answered < most && (await user.refusal('people', { room })) === undefined) answered += 1;
    return answered;
  }

  test('all sockets of an account share a limit, and other users do not wait', async () => {
    const { visitor } = await service.addUser();
    const [one, two] = [await enter(visitor, room), await enter(visitor)];
    const other = await enter((await service.addUser()).visitor, room);
    const startedAt = performance.now();
    const answered = (await listsAnswered(one, LISTS / 2)) + (await listsAnswered(two, LISTS));
    const seconds = (performance.now() - startedAt) / 1000;
    expect(answered).toBeGreaterThan(LISTS / 2);
    expect(answered).toBeLessThanOrEqual(LISTS + seconds * LISTS_PER_SECOND);
    expect(await listsAnswered(other, LISTS / 2)).toBe(LISTS / 2);
  });

  test('ten tabs come back with ten open rooms each, and none of their requests is refused', async () => {
    const { visitor } = await service.addUser();
    const users: TestUser[] = [];
    for (let tab = 0; tab < TABS; tab += 1) users.push(await enter(visitor));
    await users[0]!.ask('enter', { room });
    const answers = await Promise.all(
      users.flatMap((user) => [
        user.refusal('heads', {}),
        user.refusal('people', { room }),
        ...Array.from({ length: OPEN_ROOMS }, () => user.refusal('since', { room, position: 0 })),
      ]),
    );
    expect(answers.filter((error) => error !== undefined)).toEqual([]);
  });
});
