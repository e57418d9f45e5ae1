import type { RoomChanges } from '../../../contract/chat-protocol.ts';

/** A change on its way to everybody in a room but those from whom its sender is hidden. */
export interface RoomBroadcast {
  brand: string;
  changes: RoomChanges;
  sender: string;
  hiddenFrom: string[];
  /** The only recipient: the message leaves out reactions of people whom blocks hide from this person. */
  only?: string;
}
