import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { ChatState, RoomState } from './chat-client-types.ts';

export type Store = ReturnType<typeof createStore>;

const EMPTY: RoomState = {
  status: 'loading',
  messages: [],
  pending: [],
  hasOlder: false,
  isLoadingOlder: false,
  people: [],
  typing: [],
};

/** Holds the state of the chat and calls subscribers after each change. */
export function createStore() {
  let state: ChatState = { connection: { status: 'connecting' }, rooms: {} };
  const listeners = new Set<() => void>();
  const set = (change: Partial<ChatState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    get: (): ChatState => state,
    set,
    /** Changes the state of a room, and creates it where it is missing. */
    setRoom: (room: string, change: Partial<RoomState>): void =>
      set({ rooms: { ...state.rooms, [room]: { ...(state.rooms[room] ?? EMPTY), ...change } } }),
    /** Forgets a room, except its unsent messages. */
    dropRoom: (room: string): void => {
      const { [room]: dropped, ...rooms } = state.rooms;
      const pending = dropped?.pending ?? [];
      set({ rooms: pending.length ? { ...rooms, [room]: { ...EMPTY, pending } } : rooms });
    },
    /** Changes the lobby's facts about a room; does nothing where the lobby does not list it. */
    setFacts: (room: string, change: (facts: RoomFacts) => Partial<RoomFacts>): void => {
      if (!state.lobby) return;
      const rooms = state.lobby.rooms.map((facts) => (facts.id === room ? { ...facts, ...change(facts) } : facts));
      set({ lobby: { ...state.lobby, rooms } });
    },
    factsOf: (room: string): RoomFacts | undefined => state.lobby?.rooms.find(({ id }) => id === room),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
