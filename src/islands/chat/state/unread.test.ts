import { expect, test } from 'vitest';

import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';
import { badgeText, countUnread, unreadConversations, withNewMessages } from './unread.ts';

const [anna, boris, clara] = ['anna', 'boris', 'clara'].map((id) => ({ id, name: id, online: null }));
const room = (id: string, unread: number, other: RoomFacts['other'] = null): RoomFacts => ({
  id,
  kind: other ? 'private' : 'public',
  lang: null,
  topic: null,
  other,
  ended: false,
  member: true,
  online: 0,
  head: 0,
  unread,
  activeAt: null,
});
const lobby = (rooms: RoomFacts[]): Lobby => ({
  me: { id: 'me', name: 'me' },
  rooms,
  blocked: [clara!],
  muted: [boris!],
  seeking: false,
  call: null,
});

test('unread messages of conversations count, except those of muted and blocked people and of the room in sight', () => {
  const rooms = [room('lounge', 5), room('a', 2, anna), room('b', 3, boris), room('c', 4, clara), room('d', 0, anna)];
  expect(countUnread(unreadConversations(lobby(rooms), undefined))).toBe(2);
  expect(unreadConversations(lobby(rooms), 'a')).toEqual([]);
});

test('new messages are those of rooms whose number has grown, and of unknown rooms', () => {
  const [before, after] = [
    [room('a', 2), room('b', 1), room('c', 3)],
    [room('a', 3), room('b', 1), room('c', 0), room('d', 1)],
  ];
  expect(withNewMessages(before, after).map(({ id }) => id)).toEqual(['a', 'd']);
});

test('a badge has two digits', () => {
  expect([1, 99, 100].map(badgeText)).toEqual(['1', '99', '99+']);
});
