import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import { restrictionIn } from '../state/room-permissions.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import { roomName } from '../ui/room-name.ts';

/**
 * Why the service would refuse a message in a room: a mute, a limit, a closed room, or a first message that waits. The service has the last
 * word: of a partner room the browser does not know whether both have written.
 */
export function refusedWriting(
  facts: RoomFacts,
  lobby: Lobby,
  lang: string,
  t: Translate,
  now: number,
): string | undefined {
  const { mode, waiting } = facts;
  const until = (at: number): { when: string } => ({ when: timeFormatOf(lang).moment(at) });
  const restriction = restrictionIn(facts, lobby, now);
  if (restriction)
    return t(restriction.kind === 'mute' ? 'chat.mutedUntil' : 'chat.limitedUntil', until(restriction.until));
  if (mode?.closed && !(mode.until && mode.until <= now))
    return mode.until ? t('chat.closedRoomUntil', until(mode.until)) : t('chat.closedRoom');
  return waiting ? t('requests.waits', { name: roomName(facts, t) }) : undefined;
}
