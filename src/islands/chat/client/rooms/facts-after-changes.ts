import type { ChatMessage, MessagePreview, RoomChanges, RoomFacts } from '../../../../contract/chat/chat-protocol.ts';
import { previewOf } from '../../../../contract/chat/message-preview.ts';
import { countsAsUnread, UNREAD_MAX } from '../../../../contract/chat/unread.ts';

/** The preview of a conversation after changes; undefined after a deletion of its last message: only the service knows the message before it. */
export function lastAfter(
  last: MessagePreview | undefined,
  messages: readonly ChatMessage[],
  viewer: string,
): MessagePreview | undefined {
  let next = last;
  for (const message of messages) {
    const isNewer = !next || message.seq > next.seq || (message.seq === next.seq && message.position > next.position);
    if (!isNewer) continue;
    if (message.text !== null) next = previewOf(message, viewer);
    else if (message.seq === next?.seq) next = undefined;
  }
  return next;
}

/** Whether changes delete the last message of a conversation. */
export const deletesLast = (last: MessagePreview | undefined, messages: readonly ChatMessage[]): boolean =>
  messages.some(({ seq, text }) => seq === last?.seq && text === null);

interface Viewer {
  id: string;
  /** Whether the viewer sees the changed room now. */
  isReading: boolean;
  isHidden: (message: ChatMessage) => boolean;
}

/** The lobby's facts about a room after changes: head, unread count, last activity, last message. */
export function factsAfter(facts: RoomFacts, { head, messages }: RoomChanges, viewer: Viewer): Partial<RoomFacts> {
  const visible = messages.filter((one) => !viewer.isHidden(one));
  const fresh = visible.filter((one) => one.seq > facts.head && countsAsUnread(one, viewer.id));
  // They counted as unread before their deletion. Above the highest count, the page does not know how many are left.
  const deleted = visible.filter(
    ({ seq, sender, text }) =>
      text === null && sender.id !== viewer.id && seq <= facts.head && seq > (facts.read ?? Infinity),
  );
  const { kind, unread, activeAt, last, noChanges } = facts;
  return {
    head: Math.max(facts.head, head),
    ...(viewer.isReading
      ? { read: head, unread: 0 }
      : { unread: Math.max(0, unread + fresh.length - (unread > UNREAD_MAX ? 0 : deleted.length)) }),
    activeAt: messages.reduce((latest, { at }) => Math.max(latest, at), activeAt ?? 0) || null,
    last: kind === 'public' ? undefined : lastAfter(last, visible, viewer.id),
    // A person who was left can only delete.
    ...(!noChanges && visible.some(({ sender }) => sender.id !== viewer.id) && { noCalls: undefined }),
  };
}
