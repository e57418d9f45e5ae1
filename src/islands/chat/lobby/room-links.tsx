import type { ReactElement } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { draftOf } from '../browser-data/drafts.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { badgeText, countMentions } from '../state/unread.ts';
import { useNow } from '../state/use-now.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { timeFormatOf } from '../ui/format-time.ts';
import { previewText } from '../ui/preview-text.ts';
import { personOf, roomName } from '../ui/room-name.ts';

interface Props {
  rooms: readonly RoomFacts[];
  current: string | undefined;
}

/** Links to rooms. */
export function RoomLinks({ rooms, current }: Props): ReactElement {
  const now = useNow();
  return (
    <ul className="rooms">
      {rooms.map((room) => (
        <li key={room.id}>
          <RoomLink room={room} isCurrent={room.id === current} now={now} />
        </li>
      ))}
    </ul>
  );
}

function RoomLink({ room, isCurrent, now }: { room: RoomFacts; isCurrent: boolean; now: number }): ReactElement {
  const { client, locale, t, navigate } = useChat();
  const { id, other, kind, last, activeAt, online, unread, ended } = room;
  const isPublic = kind === 'public';
  const name = roomName(room, t);
  const isMentioned = countMentions(room, client.getState().rooms[id]?.messages, useLobby().me) > 0;
  const draft = isCurrent ? '' : draftOf(id).text.trim();
  const facts = [
    ...(kind === 'partner' ? [t(ended ? 'chat.over' : 'partner.one')] : []),
    ...(last ? [previewText(last, name, t)] : []),
  ];
  return (
    <button
      type="button"
      className="room-link"
      data-room={id}
      aria-current={isCurrent || undefined}
      onClick={() => navigate({ type: 'room', room: id })}
    >
      {!isPublic && <Avatar person={personOf(room, t)} isOnline={other?.online === true} />}
      <span className="facts">
        <bdi className="name">{name}</bdi>
        {draft ? (
          <bdi className="fact">{t('chat.draft', { text: draft })}</bdi>
        ) : isPublic ? (
          <span className="fact" data-here={online > 0}>
            {online ? t('chat.here', { count: online }) : t('chat.nobodyHere')}
          </span>
        ) : (
          <bdi className="fact">{facts.join(' · ')}</bdi>
        )}
        {!isPublic && other?.online && <span className="unseen">{t('chat.online')}</span>}
      </span>
      <span className="news">
        {!isPublic && activeAt && <span className="fact">{timeFormatOf(locale).last(activeAt, now)}</span>}
        {unread > 0 && !isCurrent && (
          <span className="badge">
            <span aria-hidden="true">
              {isMentioned && '@ '}
              {badgeText(unread)}
            </span>
            <span className="unseen">
              {t('chat.unread', { count: unread })}
              {isMentioned && `, ${t('chat.mentionsYou')}`}
            </span>
          </span>
        )}
      </span>
    </button>
  );
}
