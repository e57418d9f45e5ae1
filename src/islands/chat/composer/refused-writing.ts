import type { Lobby, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Refusal } from '../../../contract/chat/room-permissions.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import { roomName } from '../ui/room-name.ts';

/** Says why writing in a room is refused: by a mute, a limit, a closed room, or a first message that waits. */
export function refusalText(
  refusal: Exclude<Refusal, 'blocked' | 'gone'>,
  facts: RoomFacts,
  { restriction }: Lobby,
  locale: string,
  t: Translate,
): string {
  if (refusal === 'waiting') return t('requests.waits', { name: roomName(facts, t) });
  const until = (refusal === 'closed' ? facts.mode : restriction)?.until;
  return until ? t(`chat.${refusal}Until`, { when: timeFormatOf(locale).moment(until) }) : t('chat.closedRoom');
}
