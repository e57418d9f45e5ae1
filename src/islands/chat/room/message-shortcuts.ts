import { type Reaction, REACTIONS } from '../../../contract/chat/reaction-emoji.ts';

/** The keys of the entries in the menu of a message, in their order. */
export const ENTRY_KEYS = { r: 'reply', c: 'copy', e: 'edit', Delete: 'delete' } as const;

/** The action of a key on the message that has the focus. */
export type MessageAction = Reaction | (typeof ENTRY_KEYS)[keyof typeof ENTRY_KEYS];

/** The keys that act on the message that has the focus, those of reactions included. */
export const MESSAGE_KEYS: Partial<Record<string, MessageAction>> = {
  ...ENTRY_KEYS,
  ...Object.fromEntries(REACTIONS.map((reaction, index) => [index + 1, reaction])),
};
