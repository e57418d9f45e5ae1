import type { CallRecord } from './call-protocol.ts';
import { type ChatMessage, type MessagePreview, PREVIEW_MAX } from './chat-protocol.ts';

interface Previewed extends Pick<ChatMessage, 'seq' | 'position' | 'at' | 'text'> {
  sender: { id: string };
  call?: CallRecord | null | undefined;
}

/** The preview of a message that is not deleted. */
export const previewOf = ({ seq, position, at, sender, text, call }: Previewed, viewer: string): MessagePreview => ({
  seq,
  position,
  at,
  isOwn: sender.id === viewer,
  // Characters are spread, so that no surrogate pair is split.
  text: [...(text ?? '').replaceAll(/\s+/g, ' ')].slice(0, PREVIEW_MAX).join(''),
  ...(call && { call }),
});
