import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';

/** Whether the user has blocked the other person of a conversation. */
export const isBlocking = ({ other }: RoomFacts, { blocked }: Lobby): boolean =>
  other !== null && blocked.some(({ id }) => id === other.id);

/** The mute or limit that keeps the user from messages and calls in a room. */
export const restrictionIn = (
  { kind, other }: RoomFacts,
  { restriction }: Lobby,
  now: number,
): Lobby['restriction'] => {
  const isContact = kind === 'partner' || (kind === 'private' && other?.online != null);
  return restriction && restriction.until > now && (restriction.kind === 'mute' || !isContact)
    ? restriction
    : undefined;
};

/** Whether the service takes a call of the user. Only the service knows whether the other person has blocked the user. */
export const mayCall = (facts: RoomFacts, lobby: Lobby, now: number): boolean =>
  facts.other !== null &&
  // A node of the release before does not tell `noCalls`.
  !facts.ended &&
  !facts.noCalls &&
  !lobby.noCalls &&
  !isBlocking(facts, lobby) &&
  !restrictionIn(facts, lobby, now);
