import type { ChatError } from './chat-errors.ts';
import type { Lobby, RoomFacts } from './chat-protocol.ts';

/** Why a message of the user is refused in a room. */
export type Refusal = Extract<ChatError, 'blocked' | 'closed' | 'gone' | 'limited' | 'muted' | 'waiting'>;

/**
 * Why a message of the user would be refused in a room, apart from slow mode, as far as the lobby tells: only the service knows whether the
 * other person blocks the user, or takes no requests today. The rules of the service are SQL (`insert_messages`, `change_messages`,
 * `restriction_of`); tests/chat/promises/compare-permissions.ts compares both.
 */
export function refusalIn(
  { kind, other, ended, mode, waiting, limited }: RoomFacts,
  { blocked, restriction }: Lobby,
  now: number,
): Refusal | undefined {
  if (ended) return 'gone';
  if (blocked.some(({ id }) => id === other?.id)) return 'blocked';
  if (restriction && restriction.until > now) {
    if (restriction.kind === 'mute') return 'muted';
    if (limited || kind === 'public') return 'limited';
  }
  if (mode?.closed && !(mode.until! <= now)) return 'closed';
  return waiting && 'waiting';
}

/** Whether reactions can be added to messages of a room, and own messages be edited. */
export const mayChange = (facts: RoomFacts, lobby: Lobby, now: number): boolean =>
  !facts.noChanges && !refusalIn(facts, lobby, now);

/** Whether a call of the user is taken in a room. */
export const mayCall = (facts: RoomFacts, lobby: Lobby, now: number): boolean =>
  facts.other !== null && !facts.noCalls && !lobby.noCalls && !refusalIn(facts, lobby, now);
