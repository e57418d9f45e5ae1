import type { MessagePreview } from '../../../contract/chat/chat-protocol.ts';
import type { Translate } from '../../../site/i18n/translator.ts';

/** The first words of a conversation's last message. @param name of the other person */
export function previewText({ isOwn, text, call }: MessagePreview, name: string, t: Translate): string {
  if (call) return t(`call.${call.video ? 'video' : 'voice'}${isOwn ? 'Out' : 'In'}`, { name });
  return isOwn ? t('chat.ownPreview', { text }) : text;
}
