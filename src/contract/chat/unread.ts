import type { CallEnd, CallRecord } from './call-protocol.ts';

/** Ends of calls whose records count as unread: the callee does not know of them. */
export const UNREAD_CALL_ENDS: readonly CallEnd[] = ['missed', 'busy'];

/** Highest number of unread messages that is told: the service counts to one more. */
export const UNREAD_MAX = 99;

interface Countable {
  sender: { id: string };
  text: string | null;
  call?: CallRecord | null | undefined;
}

/** Whether a message after the read mark of a person counts as unread for them. */
export const countsAsUnread = ({ sender, text, call }: Countable, viewer: string): boolean =>
  sender.id !== viewer && text !== null && (!call || UNREAD_CALL_ENDS.includes(call.end));
