import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';

/** What a room is called: its topic, or with whom one talks in it. */
export const roomName = ({ topic, other }: RoomFacts, t: Translate): string =>
  topic ? t(`topics.${topic}` as TranslationKey) : (other?.name ?? t('chat.somebody'));
