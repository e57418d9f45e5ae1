import type { ChatMessage, Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { countsAsUnread, UNREAD_MAX } from '../../../contract/chat/unread.ts';
import type { ChatState } from '../client/chat-client-types.ts';
import { isPageVisible } from '../client/page-visibility.ts';
import { mentionsName } from './mentions.ts';

/**
 * Number of unread messages that the user is told of: those of conversations, and mentions in public rooms.
 * @param rooms opened rooms
 * @param shown the open room
 */
export function countAlerts(lobby: Lobby, rooms: ChatState['rooms'], shown: string | undefined): number {
  const mentions = lobby.rooms
    .filter(({ id }) => id !== roomInSight(shown))
    .reduce((sum, room) => sum + countMentions(room, rooms[room.id]?.messages, lobby.me), 0);
  return countUnread(unreadConversations(lobby, shown)) + mentions;
}

/**
 * Number of unread messages of a public room that mention the user.
 * @param messages of the room, if it was opened since the page was loaded
 */
export function countMentions(
  { kind, unread }: RoomFacts,
  messages: readonly ChatMessage[] | undefined,
  me: Person,
): number {
  if (kind !== 'public' || !unread || !messages) return 0;
  const ofOthers = messages.filter((message) => countsAsUnread(message, me.id));
  return ofOthers.slice(-unread).filter(({ text }) => mentionsName(text!, me.name)).length;
}

/**
 * The conversations with unread messages that the user is told of: neither those with muted people nor the one in sight.
 * @param shown the open room
 */
export function unreadConversations({ rooms, muted, blocked }: Lobby, shown: string | undefined): RoomFacts[] {
  const hidden = new Set([...muted, ...blocked].map(({ id }) => id));
  return rooms.filter(
    ({ id, kind, other, unread }) =>
      kind !== 'public' && unread > 0 && id !== roomInSight(shown) && !(other && hidden.has(other.id)),
  );
}

export const countUnread = (rooms: readonly RoomFacts[]): number => rooms.reduce((sum, { unread }) => sum + unread, 0);

/** The rooms of `after` with more unread messages than in `before`. */
export function withNewMessages(before: readonly RoomFacts[], after: readonly RoomFacts[]): RoomFacts[] {
  const known = new Map(before.map(({ id, unread }) => [id, unread]));
  return after.filter(({ id, unread }) => unread > (known.get(id) ?? 0));
}

/** A number as a badge shows it. */
export const badgeText = (count: number): string => (count > UNREAD_MAX ? `${UNREAD_MAX}+` : `${count}`);

const roomInSight = (shown: string | undefined): string | undefined => (isPageVisible() ? shown : undefined);
