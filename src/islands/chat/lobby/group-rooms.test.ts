import { expect, test } from 'vitest';

import type { Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { groupRooms, partnerFound } from './group-rooms.ts';

const room = (facts: Partial<RoomFacts>): RoomFacts => ({
  id: 'r',
  kind: 'public',
  lang: null,
  topic: null,
  other: null,
  ended: false,
  member: false,
  online: 0,
  head: 0,
  unread: 0,
  activeAt: null,
  ...facts,
});
const lobby = (seeking: boolean, ...rooms: RoomFacts[]): Lobby => ({
  me: { id: '1', name: 'Me' },
  rooms,
  blocked: [],
  muted: [],
  seeking,
  call: null,
});

test('rooms are in the order of topics, those of other languages by language, conversations by last activity', () => {
  const rooms = [
    room({ id: 'ru', lang: 'ru' }),
    room({ id: 'en2', lang: 'en', topic: 'b' }),
    room({ id: 'never', kind: 'private' }),
    room({ id: 'old', kind: 'private', activeAt: 1 }),
    room({ id: 'de', lang: 'de' }),
    room({ id: 'new', kind: 'partner', activeAt: 2 }),
    room({ id: 'en1', lang: 'en', topic: 'a' }),
  ];
  const { here, elsewhere, conversations } = groupRooms(rooms, 'en', ['a', 'b']);
  const ids = (some: RoomFacts[]): string[] => some.map(({ id }) => id);
  expect(ids(here)).toEqual(['en1', 'en2']);
  expect(elsewhere.map(([lang, some]) => [lang, ids(some)])).toEqual([
    ['de', ['de']],
    ['ru', ['ru']],
  ]);
  expect(ids(conversations)).toEqual(['never', 'new', 'old']);
});

test('conversations with unread messages stand apart, and the open one stays where it was', () => {
  const rooms = [
    room({ id: 'read', kind: 'private' }),
    room({ id: 'unread', kind: 'private', unread: 1 }),
    room({ id: 'public', unread: 3 }),
  ];
  const idsWith = (...open: Parameters<typeof groupRooms>[3][]): string[][] => {
    const { unread, conversations } = groupRooms(rooms, 'en', [], ...open);
    return [unread, conversations].map((some) => some.map(({ id }) => id));
  };
  expect(idsWith()).toEqual([['unread'], ['read']]);
  expect(idsWith({ room: 'read', wasUnread: true })).toEqual([['read', 'unread'], []]);
  expect(idsWith({ room: 'unread', wasUnread: false })).toEqual([[], ['read', 'unread']]);
});

test('a new partner room means that a partner was found', () => {
  const [old, found] = [room({ id: 'old', kind: 'partner' }), room({ id: 'found', kind: 'partner' })];
  expect(partnerFound(lobby(true, old), lobby(false, old, found))?.id).toBe('found');
  expect(partnerFound(lobby(true, old), lobby(false, old))).toBeUndefined();
  expect(partnerFound(lobby(false, old), lobby(false, old, found))?.id).toBe('found');
  expect(partnerFound(lobby(true), lobby(false, { ...found, ended: true }))).toBeUndefined();
  expect(partnerFound(lobby(true), lobby(false, { ...found, kind: 'private' }))).toBeUndefined();
});
