import type { Person } from '../../../contract/person.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** Somebody who is signed in and has a socket open. */
export interface ChatUser extends Person, Pick<RequestContext, 'brand' | 'keyed'> {
  session: string;
  /** Since when there is the account, in milliseconds since 1970. */
  joinedAt: number;
  /** Of the socket. */
  connection: string;
}

/** What sockets are gathered under, in the words of Socket.IO: everybody in a room, and every socket of somebody. */
export const roomChannel = (brand: Pick<ServiceBrand, 'id'>, room: string): string => `${brand.id}/room/${room}`;
export const userChannel = (brand: Pick<ServiceBrand, 'id'>, person: string): string => `${brand.id}/person/${person}`;
