import type { ReactElement } from 'react';

import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import { useTools } from '../state/chat-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { clockOf } from '../ui/format-time.ts';
import { nameOf } from '../ui/room-name.ts';

interface Props {
  rooms: readonly RoomFacts[];
  current: string | undefined;
}

/** Rooms to choose from. */
export const RoomLinks = ({ rooms, current }: Props): ReactElement => (
  <ul className="rooms">
    {rooms.map((room) => (
      <li key={room.id}>
        <RoomLink room={room} isCurrent={room.id === current} />
      </li>
    ))}
  </ul>
);

function RoomLink({ room, isCurrent }: { room: RoomFacts; isCurrent: boolean }): ReactElement {
  const { lang, now, t, go } = useTools();
  const { id, other, kind, activeAt, online, unread, ended } = room;
  const isPublic = kind === 'public';
  const factsOf = (): string[] => [
    ...(kind === 'partner' ? [t(ended ? 'chat.over' : 'partner.one')] : []),
    ...(activeAt ? [clockOf(lang).last(activeAt, now)] : []),
  ];
  return (
    <button
      type="button"
      className="room-link"
      aria-current={isCurrent || undefined}
      onClick={() => go({ is: 'room', room: id })}
    >
      {!isPublic && <Avatar name={nameOf(room, t)} isOnline={other?.online === true} />}
      <span className="facts">
        <bdi className="name">{nameOf(room, t)}</bdi>
        <span className="fact" data-here={isPublic && online > 0}>
          {isPublic && (online ? t('chat.here', { count: online }) : t('chat.nobodyHere'))}
          {!isPublic && factsOf().join(' · ')}
          {!isPublic && other?.online && <span className="unseen">{t('chat.online')}</span>}
        </span>
      </span>
      {unread > 0 && !isCurrent && (
        <span className="badge">
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="unseen">{t('chat.unread', { count: unread })}</span>
        </span>
      )}
    </button>
  );
}
