import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';

interface Groups {
  /** Public rooms of the page's language. */
  here: RoomFacts[];
  /** Public rooms of other languages. */
  elsewhere: [lang: string, rooms: RoomFacts[]][];
  /** Conversations with one person, the latest first. */
  conversations: RoomFacts[];
}

/**
 * Groups the rooms for the lobby.
 * @param topics in the order of the configuration
 */
export function groupRooms(rooms: readonly RoomFacts[], lang: string, topics: readonly string[]): Groups {
  const placeOf = ({ topic }: RoomFacts): number => topics.indexOf(topic ?? '');
  const open = rooms.filter(isPublic).toSorted((one, other) => placeOf(one) - placeOf(other));
  const conversations = rooms.filter((room) => !isPublic(room));
  const byLanguage = Map.groupBy(open, (room) => room.lang ?? lang);
  const here = byLanguage.get(lang) ?? [];
  byLanguage.delete(lang);
  return {
    here,
    elsewhere: [...byLanguage].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    conversations: conversations.toSorted((one, other) => timeOf(other) - timeOf(one)),
  };
}

/** The partner room that `after` has and `before` lacks. A match can be faster than the lobby event about the search. */
export function partnerFound(before: Lobby, after: Lobby): RoomFacts | undefined {
  const known = new Set(before.rooms.map(({ id }) => id));
  return after.rooms.find(({ id, kind, ended }) => kind === 'partner' && !ended && !known.has(id));
}

/** A conversation without messages comes first. */
const timeOf = ({ activeAt }: RoomFacts): number => activeAt ?? Number.MAX_SAFE_INTEGER;

const isPublic = ({ kind }: RoomFacts): boolean => kind === 'public';
