import type { Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';

/**
 * Groups the rooms for the lobby: public rooms of the page's language and of others, conversations with unread messages and other
 * conversations, the latest first.
 * @param topics in the order of the configuration
 * @param open the open room, which stays where the user found it
 */
export function groupRooms(
  rooms: readonly RoomFacts[],
  lang: string,
  topics: readonly string[],
  open?: { room: string | undefined; wasUnread: boolean },
) {
  const placeOf = ({ topic }: RoomFacts): number => topics.indexOf(topic ?? '');
  const publicRooms = rooms.filter(isPublic).toSorted((one, other) => placeOf(one) - placeOf(other));
  const [unread = [], conversations = []] = [true, false].map((isUnread) =>
    rooms
      .filter((room) => !isPublic(room) && (room.id === open?.room ? open.wasUnread : room.unread > 0) === isUnread)
      .toSorted((one, other) => timeOf(other) - timeOf(one)),
  );
  const byLanguage = Map.groupBy(publicRooms, (room) => room.lang ?? lang);
  const here = byLanguage.get(lang) ?? [];
  byLanguage.delete(lang);
  const elsewhere = [...byLanguage].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { here, elsewhere, unread, conversations };
}

/** The partner room that `after` has and `before` lacks. A match can be faster than the lobby event about the search. */
export function partnerFound(before: Lobby, after: Lobby): RoomFacts | undefined {
  const known = new Set(before.rooms.map(({ id }) => id));
  return after.rooms.find(({ id, kind, ended }) => kind === 'partner' && !ended && !known.has(id));
}

/** A conversation without messages comes first. */
const timeOf = ({ activeAt }: RoomFacts): number => activeAt ?? Number.MAX_SAFE_INTEGER;

const isPublic = ({ kind }: RoomFacts): boolean => kind === 'public';
