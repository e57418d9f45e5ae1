import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import { roomName } from '../ui/room-name.ts';

/** Whether the user has blocked the other person of a conversation. */
export const isBlocking = ({ other }: RoomFacts, { blocked }: Lobby): boolean =>
  other !== null && blocked.some(({ id }) => id === other.id);

/**
 * Why the service would refuse a message in a room: a mute, a limit, a closed room, or a first message that waits. The service has the last
 * word: of a partner room the browser does not know whether both have written.
 */
export function refusedWriting(
  facts: RoomFacts,
  { restriction }: Lobby,
  lang: string,
  t: Translate,
  now: number,
): string | undefined {
  const { kind, mode, other, waiting } = facts;
  const until = (at: number): { when: string } => ({ when: timeFormatOf(lang).moment(at) });
  if (restriction && restriction.until > now) {
    if (restriction.kind === 'mute') return t('chat.mutedUntil', until(restriction.until));
    const isContact = kind === 'partner' || (kind === 'private' && other?.online != null);
    if (!isContact) return t('chat.limitedUntil', until(restriction.until));
  }
  if (mode?.closed && !(mode.until && mode.until <= now))
    return mode.until ? t('chat.closedRoomUntil', until(mode.until)) : t('chat.closedRoom');
  return waiting ? t('requests.waits', { name: roomName(facts, t) }) : undefined;
}
