import type { RoomChanges } from '../../../../contract/chat/chat-protocol.ts';
import type { Parts } from './parts.ts';
import { logOf } from './room-log.ts';

/**
 * @param requested rooms that the user asked to open: each until the service has answered
 * @param buffered changes that wait, by room
 * @returns a function that enters a room
 */
export function enterRooms(
  { store: { get, setRoom, setFacts }, ask, logs, shown, marks, settle }: Parts,
  isOpen: () => boolean,
  requested: Set<string>,
  buffered: Map<string, RoomChanges[]>,
): (room: string) => Promise<void> {
  /** Rooms whose request is under way. */
  const entering = new Set<string>();
  return async function enter(room): Promise<void> {
    requested.add(room);
    if (entering.has(room)) return;
    entering.add(room);
    if (get().rooms[room]?.status !== 'ready') setRoom(room, { status: 'loading' });
    // Changes from now on wait for the answer.
    buffered.set(room, []);
    const answer = await ask('enter', { room });
    entering.delete(room);
    if ('error' in answer) {
      buffered.delete(room);
      // `resume` enters the room after the next connection.
      if (answer.error === 'lost') return isOpen() ? enter(room) : undefined;
      requested.delete(room);
      return setRoom(room, { status: 'failed', error: answer.error });
    }
    const { people, online } = answer.ok;
    requested.delete(room);
    logs.set(room, logOf(answer.ok));
    marks.set(room, answer.ok.read);
    if (room === shown.room) marks.show(room);
    setRoom(room, { people });
    setFacts(room, () => ({ member: true, online, read: answer.ok.read }));
    settle(room);
    setRoom(room, { status: 'ready' });
  };
}
