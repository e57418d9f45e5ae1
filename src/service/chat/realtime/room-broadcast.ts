import type { RoomChanges } from '../../../contract/chat/chat-protocol.ts';

/** Changes for all members of a room, except people who must not see the sender. */
export interface RoomBroadcast {
  brand: string;
  changes: RoomChanges;
  sender: string;
  hiddenFrom: string[];
  /** The only recipient: the message omits reactions of people hidden by blocks from this person. Nodes of other releases read this name. */
  only?: string;
}
