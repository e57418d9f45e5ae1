import { type Reaction, REACTIONS } from '../../../contract/reactions.ts';

/** An entry in the menu of a message that a key stands for. */
export type MessageAction = Reaction | 'reply' | 'copy' | 'edit' | 'delete';

/** The keys that act on the message that has the focus. */
export const MESSAGE_KEYS: Partial<Record<string, MessageAction>> = {
  ...Object.fromEntries(REACTIONS.map((reaction, index) => [index + 1, reaction])),
  r: 'reply',
  c: 'copy',
  e: 'edit',
  Delete: 'delete',
};
