import { type ReactElement, useState } from 'react';
import { Virtualizer } from 'virtua';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import type { RoomState } from '../client/state.ts';
import { useTools } from '../state/chat-context.ts';
import { Icon } from '../ui/icon.tsx';
import { MessageRow } from './message-row.tsx';
import { firstNewOf, othersAfter, toRows } from './message-rows.ts';
import { useLog } from './use-message-scroll.ts';

interface Props {
  room: string;
  state: RoomState;
  onMenu: (message: ChatMessage, anchor: HTMLElement) => void;
}

/** What has been said, of which only the part that is looked at is in the page. */
export function MessageList({ room, state, onMenu }: Props): ReactElement {
  const { client, lobby, t } = useTools();
  const { messages, pending, hasOlder, isLoadingOlder, read } = state;
  // Where it stood when the room was opened: what comes meanwhile is read at once.
  const [line, setLine] = useState({ read: -1, seq: -1 });
  if (line.read !== read) setLine({ read, seq: firstNewOf(messages, read, lobby.me) ?? -1 });
  const rows = toRows(messages, pending, lobby.me, line.seq);
  const bySeq = new Map(rows.map((row) => [row.message?.seq, row]));
  const log = useLog(rows, () => {
    if (hasOlder && !isLoadingOlder) client.older(room);
  });
  const newCount = log.isAtEnd ? 0 : othersAfter(rows, log.lastSeen);
  return (
    <div className="log">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and so has to be reached by key */}
      <div className="scroll" role="log" aria-live="off" aria-label={t('chat.messages')} tabIndex={0}>
        <div className="fill" />
        {!rows.length && <p className="blank hush">{t('chat.empty')}</p>}
        <Virtualizer {...log.list} data={rows}>
          {(row, index) => (
            <MessageRow
              {...row}
              key={row.key}
              room={room}
              quoted={row.replyTo === undefined ? undefined : bySeq.get(row.replyTo)?.message}
              isFound={row.key === log.found}
              isBeginning={index === 0 && !hasOlder}
              onMenu={onMenu}
              onQuote={() => log.find(bySeq.get(row.replyTo)?.key)}
            />
          )}
        </Virtualizer>
      </div>
      <output className="older">{isLoadingOlder && t('chat.older')}</output>
      {!log.isAtEnd && (
        <button type="button" className="to-end" onClick={log.toEnd}>
          <Icon name="down" />
          {t(newCount ? 'chat.unread' : 'chat.toEnd', { count: newCount })}
        </button>
      )}
    </div>
  );
}
