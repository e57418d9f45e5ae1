import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';
import { isPageVisible } from '../client/page-visibility.ts';

/**
 * The conversations with unread messages that the user is told of: neither those with muted people nor the one in sight.
 * @param shown the open room
 */
export function unreadConversations({ rooms, muted, blocked }: Lobby, shown: string | undefined): RoomFacts[] {
  const hidden = new Set([...muted, ...blocked].map(({ id }) => id));
  const inSight = isPageVisible() ? shown : undefined;
  return rooms.filter(
    ({ id, kind, other, unread }) =>
      kind !== 'public' && unread > 0 && id !== inSight && !(other && hidden.has(other.id)),
  );
}

export const countUnread = (rooms: readonly RoomFacts[]): number => rooms.reduce((sum, { unread }) => sum + unread, 0);

/** The rooms of `after` with more unread messages than in `before`. */
export function withNewMessages(before: readonly RoomFacts[], after: readonly RoomFacts[]): RoomFacts[] {
  const known = new Map(before.map(({ id, unread }) => [id, unread]));
  return after.filter(({ id, unread }) => unread > (known.get(id) ?? 0));
}

/** A number as a badge shows it. */
export const badgeText = (count: number): string => (count > MAX ? `${MAX}+` : `${count}`);

const MAX = 99;
