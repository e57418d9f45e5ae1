import type { Call } from '../../../contract/chat/call-protocol.ts';
import { deletesLast } from './rooms/facts-after-changes.ts';
import type { Rooms } from './rooms/opened-rooms.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

/** A call moves forward only. Its events can arrive in another order. */
const CALL_STATES: Call['is'][] = ['ringing', 'active', 'over'];

/** Applies what the service announces. */
export function followService(
  { on }: ChatConnection,
  { get, set, setFacts, factsOf }: Store,
  rooms: Rooms,
  refreshLobby: () => Promise<void>,
): void {
  on('changes', (changes) => {
    const facts = factsOf(changes.room);
    // A message of the other person can end a limit.
    if (!facts || facts.limited || deletesLast(facts.last, changes.messages)) void refreshLobby();
    rooms.apply(changes);
  });
  on('call', (call) => {
    const last = get().call;
    if (last?.id !== call.id || CALL_STATES.indexOf(call.is) >= CALL_STATES.indexOf(last.is)) set({ call });
  });
  on('lobby', () => void refreshLobby());
  // Messages that were held may have been refused: waiting messages are sent again with the lobby.
  on('decided', () => void refreshLobby());
  on('marks', ({ room, delivered, seen }) =>
    // Events of several nodes arrive in any order, and marks only move forward.
    setFacts(room, ({ marks }) => ({
      marks: {
        delivered: Math.max(delivered, marks?.delivered ?? 0),
        ...(seen !== undefined && { seen: Math.max(seen, marks?.seen ?? 0) }),
      },
    })),
  );
  on('read', ({ room, seq }) => rooms.wasRead(room, seq));
}
