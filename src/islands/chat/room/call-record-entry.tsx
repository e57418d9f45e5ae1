import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import { useChat } from '../state/chat-context.ts';
import { useNow } from '../state/use-now.ts';
import { formatDuration } from '../ui/format-time.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  room: string;
  /** Whether the conversation has ended, so that no call is possible. */
  isEnded: boolean;
  /** The caller. */
  sender: Person;
  isOwn: boolean;
  message: ChatMessage;
}

/** Time after its end in which a call can be reported. */
const REPORT_MS = 86_400_000;

/** A past call in the message list, with the buttons to call again or back, and to report it. */
export function CallRecordEntry({ room, isEnded, sender, isOwn, message }: Props): ReactElement {
  const { client, t, openDialog, prepareCall } = useChat();
  const now = useNow();
  const { end, seconds, video } = message.call!;
  const other = isOwn ? client.getState().lobby?.rooms.find(({ id }) => id === room)?.other : sender;
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
      {other && now - message.at < REPORT_MS && (
        <button
          type="button"
          className="tool"
          onClick={() => openDialog({ type: 'report', room, person: other, seq: message.seq, call: message.id })}
        >
          {t('chat.report')}
        </button>
      )}
    </>
  );
}
