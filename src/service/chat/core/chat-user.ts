import type { Person } from '../../../contract/chat-protocol.ts';
import type { Brand } from '../../brands/brands.ts';
import type { Visit } from '../../request/request-context.ts';

/** Somebody who is signed in and has a socket open. */
export interface Guest extends Person, Pick<Visit, 'brand' | 'keyed'> {
  session: string;
  /** Since when there is the account, in milliseconds since 1970. */
  joinedAt: number;
  /** Of the socket. */
  connection: string;
}

/** What sockets are gathered under, in the words of Socket.IO: everybody in a room, and every socket of somebody. */
export const inRoom = (brand: Pick<Brand, 'id'>, room: string): string => `${brand.id}/room/${room}`;
export const ofPerson = (brand: Pick<Brand, 'id'>, person: string): string => `${brand.id}/person/${person}`;
