import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { ChatState, RoomState } from './chat-client-types.ts';

/** Holds the state of the chat and calls subscribers after each change. */
export interface Store {
  get: () => ChatState;
  set: (change: Partial<ChatState>) => void;
  /** Changes the state of a room, and creates it where it is missing. */
  setRoom: (room: string, change: Partial<RoomState>) => void;
  /** Forgets a room, except its unsent messages. */
  dropRoom: (room: string) => void;
  /** Changes the lobby's facts about a room; does nothing where the lobby does not list it. */
  setFacts: (room: string, change: (facts: RoomFacts) => Partial<RoomFacts>) => void;
  factsOf: (room: string) => RoomFacts | undefined;
  subscribe: (listener: () => void) => () => void;
}

const EMPTY: RoomState = {
  status: 'loading',
  messages: [],
  pending: [],
  hasOlder: false,
  isLoadingOlder: false,
  people: [],
  typing: [],
};

export function createStore(): Store {
  let state: ChatState = { connection: { status: 'connecting' }, rooms: {} };
  const listeners = new Set<() => void>();
  const set = (change: Partial<ChatState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    set,
    setRoom: (room, change) =>
      set({ rooms: { ...state.rooms, [room]: { ...(state.rooms[room] ?? EMPTY), ...change } } }),
    dropRoom: (room) => {
      const { [room]: dropped, ...rooms } = state.rooms;
      const pending = dropped?.pending ?? [];
      set({ rooms: pending.length ? { ...rooms, [room]: { ...EMPTY, pending } } : rooms });
    },
    setFacts: (room, change) => {
      if (!state.lobby) return;
      const rooms = state.lobby.rooms.map((facts) => (facts.id === room ? { ...facts, ...change(facts) } : facts));
      set({ lobby: { ...state.lobby, rooms } });
    },
    factsOf: (room) => state.lobby?.rooms.find(({ id }) => id === room),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
