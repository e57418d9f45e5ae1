import type { Server, Socket } from 'socket.io';

import type { Signal } from '../../../contract/chat/call-protocol.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../contract/chat/chat-events.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { RoomBroadcast } from './room-broadcast.ts';

/** Events between nodes. */
interface BetweenNodes {
  deliver: (broadcasts: RoomBroadcast[]) => void;
  part: (brand: string, one: string, two: string, done: () => void) => void;
  rejoin: (brand: string, one: string, two: string) => void;
  signal: (connection: string, signal: Signal, done: () => void) => void;
  /** The presence of people has changed. */
  presence: (brand: string, people: string[]) => void;
  /** A user has a new name. */
  renamed: (brand: string, person: Person) => void;
  /** Sessions of a person have ended: close their sockets. */
  sessionsEnded: (brand: string, person: string) => void;
  /** A person was banned: cut their sockets. */
  banned: (brand: string, person: string, done: () => void) => void;
  roomModesChanged: (brand: string) => void;
}

interface SocketData {
  user: ChatUser;
  /** Set when a ban cuts the socket: the person is absent at once, and not after the time of a reload. */
  isCut?: true;
}

export type ChatServer = Server<ClientToServerEvents, ServerToClientEvents, BetweenNodes, SocketData>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, BetweenNodes, SocketData>;
