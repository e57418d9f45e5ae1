import type { Person } from '../../../contract/chat/person.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** A signed-in user with an open socket. */
export interface ChatUser
  extends Person, Pick<RequestContext, 'brand' | 'edition' | 'origin' | 'keyed' | 'ruleChanges'> {
  session: string;
  /** Creation time of the account by the clock of this node, in milliseconds since 1970. */
  joinedAt: number;
  /** Id of the socket. */
  connection: string;
}

/** Names of Socket.IO rooms: all sockets of a chat room, and all sockets of a person. */
export const roomChannel = (brand: Pick<ServiceBrand, 'id'>, room: string): string => `${brand.id}/room/${room}`;
export const userChannel = (brand: Pick<ServiceBrand, 'id'>, person: string): string => `${brand.id}/person/${person}`;
