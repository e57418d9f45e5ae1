import type { ReactElement } from 'react';

import { REPORT_CALL_MS } from '../../../../contract/chat/call-protocol.ts';
import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import { mayCall } from '../../../../contract/chat/room-permissions.ts';
import { useChat } from '../../state/chat-context.ts';
import { useLobby } from '../../state/lobby-context.ts';
import { useNow } from '../../state/use-now.ts';
import { formatDuration } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowButton } from './row-button.tsx';

interface Props {
  room: string;
  /** The caller. */
  sender: Person;
  isOwn: boolean;
  message: ChatMessage;
}

/** A past call in the message list, with the buttons to call again or back, and to report it. */
export function CallRecordEntry({ room, sender, isOwn, message }: Props): ReactElement {
  const { t, openDialog, prepareCall } = useChat();
  const lobby = useLobby();
  const now = useNow();
  const { end, seconds, video } = message.call!;
  const facts = lobby.rooms.find(({ id }) => id === room);
  const other = isOwn ? facts?.other : sender;
  const direction = isOwn ? 'Out' : 'In';
  return (
    <>
      <p className="called">
        <Icon name={video ? 'video' : 'call'} />
        <span>
          {t(`call.${video ? 'video' : 'voice'}${direction}`, { name: sender.name })}
          <br />
          {end === 'answered' ? formatDuration(seconds) : t(`call.${end}${direction}`)}
        </span>
      </p>
      {facts && mayCall(facts, lobby, now) && (
        <RowButton className="tool" onClick={() => prepareCall(room, video)}>
          {t(isOwn ? 'call.again' : 'call.back')}
        </RowButton>
      )}
      {other && now - message.at < REPORT_CALL_MS && (
        <RowButton
          className="tool"
          onClick={() => openDialog({ type: 'report', room, person: other, seq: message.seq, call: message.id })}
        >
          {t('chat.report')}
        </RowButton>
      )}
    </>
  );
}
