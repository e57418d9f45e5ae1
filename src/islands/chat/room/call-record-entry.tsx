import type { ReactElement } from 'react';

import type { CallRecord } from '../../../contract/call-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import { useChat } from '../state/chat-context.ts';
import { formatDuration } from '../ui/format-time.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  room: string;
  /** Whether the conversation has ended, so that no call is possible. */
  isEnded: boolean;
  /** The caller. */
  sender: Person;
  isOwn: boolean;
  call: CallRecord;
}

/** A past call in the message list, with the button to call again or back. */
export function CallRecordEntry({ room, isEnded, sender, isOwn, call: { end, seconds, video } }: Props): ReactElement {
  const { t, prepareCall } = useChat();
  const direction = isOwn ? 'Out' : 'In';
  return (
    <>
      <p className="called">
        {t(`call.${video ? 'video' : 'voice'}${direction}`, { name: sender.name })}
        <br />
        {end === 'answered' ? formatDuration(seconds) : t(`call.${end}${direction}`)}
      </p>
      {!isEnded && (
        <button type="button" className="tool" onClick={() => prepareCall(room, video)}>
          <Icon name="call" />
          {t(isOwn ? 'call.again' : 'call.back')}
        </button>
      )}
    </>
  );
}
