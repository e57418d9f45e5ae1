import { expect, test } from 'vitest';

import type { Message } from '../../../contract/chat-protocol.ts';
import { mergeDeliveries } from './merge-deliveries.ts';
import type { Delivery } from './room-broadcast.ts';

const delivery = (room: string, seq: number, hiddenFrom: string[] = []): Delivery => ({
  brand: 'velvet',
  changes: { room, from: seq - 1, head: seq, messages: [{ seq } as Message] },
  sender: `sender ${seq}`,
  hiddenFrom,
});

const shownOf = (deliveries: Delivery[]) =>
  mergeDeliveries(deliveries).map(({ changes: { room, from, head, messages } }) => [
    room,
    from,
    head,
    messages.map(({ seq }) => seq),
  ]);

test('changes that follow each other in a room become one, in their order', () => {
  const all = [delivery('a', 1), delivery('b', 7), delivery('a', 2), delivery('a', 3), delivery('b', 8)];
  expect(shownOf(all)).toEqual([
    ['a', 0, 3, [1, 2, 3]],
    ['b', 6, 8, [7, 8]],
  ]);
  expect(all[0]).toEqual(delivery('a', 1));
});

test('changes with a gap between them, or that go to other people, stay apart', () => {
  expect(shownOf([delivery('a', 1), delivery('a', 3)])).toHaveLength(2);
  expect(shownOf([delivery('a', 1), delivery('a', 2, ['eve']), delivery('a', 3, ['eve']), delivery('a', 4)])).toEqual([
    ['a', 0, 1, [1]],
    ['a', 1, 3, [2, 3]],
    ['a', 3, 4, [4]],
  ]);
  expect(shownOf([delivery('a', 1), { ...delivery('a', 2), only: 'eve' }, delivery('a', 3)])).toHaveLength(3);
});
