import { expect, test } from 'vitest';

import type { ChatMessage, Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { badgeText, countAlerts, countUnread, unreadConversations, withNewMessages } from './unread.ts';

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

test('unread mentions in opened public rooms count, except in the room in sight', () => {
  const message = (text: string | null, sender = anna): ChatMessage => ({
    seq: 1,
    position: 1,
    id: '',
    sender: { id: sender!.id, name: '' },
    at: 0,
    text,
    edited: false,
    replyTo: null,
    reactions: {},
  });
  const own = { id: 'me', name: 'me', online: null };
  const messages = ['@me: read', '@me', null, 'hello'].map((text) => message(text));
  const opened = (...added: ChatMessage[]) => ({
    status: 'ready' as const,
    messages: [...messages, ...added],
    pending: [],
    hasOlder: false,
    isLoadingOlder: false,
    people: [],
    typing: [],
  });
  const rooms = { lounge: opened(message('@me', own)), a: opened() };
  const facts = lobby([room('lounge', 2), room('music', 2), room('a', 3, anna)]);
  expect(countAlerts(facts, rooms, undefined)).toBe(1 + 3);
  expect(countAlerts(facts, rooms, 'lounge')).toBe(3);
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
