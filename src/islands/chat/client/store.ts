import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import type { ChatState, RoomState } from './state.ts';

/** Holds what the chat shows, and tells whoever listens of every change. */
export interface Store {
  get: () => ChatState;
  set: (change: Partial<ChatState>) => void;
  /** Of a room that has been opened, or is now. */
  setRoom: (room: string, change: Partial<RoomState>) => void;
  /** Forgets a room, but for what is on its way there. */
  dropRoom: (room: string) => void;
  /** Of a room as the lobby lists it; nothing where it does not. */
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
  read: 0,
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
