import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';

/** The name of a room: its topic, or the other person's name. */
export const roomName = ({ topic, other }: RoomFacts, t: Translate): string =>
  topic ? t(`topics.${topic}` as TranslationKey) : (other?.name ?? t('chat.somebody'));

/** The other person of a conversation, also after that account was deleted. */
export const personOf = (room: RoomFacts, t: Translate): Person =>
  room.other ?? { id: room.id, name: roomName(room, t) };
