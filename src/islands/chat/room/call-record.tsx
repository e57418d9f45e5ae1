import type { ReactElement } from 'react';

import type { CallRecord } from '../../../contract/call-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import { useTools } from '../state/chat-context.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  room: string;
  /** Who called. */
  sender: Person;
  isOwn: boolean;
  call: CallRecord;
}

/** What became of a call, and the way to another one. */
export function CallLine({ room, sender, isOwn, call: { end, seconds, video } }: Props): ReactElement {
  const { lobby, t, callIn } = useTools();
  const isOver = lobby.rooms.find(({ id }) => id === room)?.ended;
  const way = isOwn ? 'Out' : 'In';
  return (
    <>
      <p className="called">
        {t(`call.${video ? 'video' : 'voice'}${way}`, { name: sender.name })}
        <br />
        {end === 'answered' ? lengthOf(seconds) : t(`call.${end}${way}`)}
      </p>
      {!isOver && (
        <button type="button" className="tool" onClick={() => callIn(room)}>
          <Icon name="call" />
          {t('call.again')}
        </button>
      )}
    </>
  );
}

/** `1:05` */
export const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
