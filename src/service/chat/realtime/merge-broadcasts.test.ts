import { expect, test } from 'vitest';

import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import { mergeBroadcasts } from './merge-broadcasts.ts';
import type { RoomBroadcast } from './room-broadcast.ts';

const broadcast = (room: string, seq: number, hiddenFrom: string[] = []): RoomBroadcast => ({
  brand: 'velvet',
  changes: { room, from: seq - 1, head: seq, messages: [{ seq } as ChatMessage] },
  sender: `sender ${seq}`,
  hiddenFrom,
});

const shownOf = (broadcasts: RoomBroadcast[]) =>
  mergeBroadcasts(broadcasts).map(({ changes: { room, from, head, messages } }) => [
    room,
    from,
    head,
    messages.map(({ seq }) => seq),
  ]);

test('merges consecutive changes of a room in order', () => {
  const all = [broadcast('a', 1), broadcast('b', 7), broadcast('a', 2), broadcast('a', 3), broadcast('b', 8)];
  expect(shownOf(all)).toEqual([
    ['a', 0, 3, [1, 2, 3]],
    ['b', 6, 8, [7, 8]],
  ]);
  expect(all[0]).toEqual(broadcast('a', 1));
});

test('keeps changes with a gap or with different recipients apart', () => {
  expect(shownOf([broadcast('a', 1), broadcast('a', 3)])).toHaveLength(2);
  expect(
    shownOf([broadcast('a', 1), broadcast('a', 2, ['eve']), broadcast('a', 3, ['eve']), broadcast('a', 4)]),
  ).toEqual([
    ['a', 0, 1, [1]],
    ['a', 1, 3, [2, 3]],
    ['a', 3, 4, [4]],
  ]);
  expect(shownOf([broadcast('a', 1), { ...broadcast('a', 2), only: 'eve' }, broadcast('a', 3)])).toHaveLength(3);
});
