import type { ChatMessage, MessagePreview } from '../../../contract/chat-protocol.ts';
import { previewOf } from '../../../contract/message-preview.ts';

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
