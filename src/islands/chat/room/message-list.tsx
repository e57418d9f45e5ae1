import { memo, type ReactElement, type RefObject, useImperativeHandle, useRef } from 'react';
import { Virtualizer } from 'virtua';

import type { DeliveryMarks } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { roomIcons } from '../composer/room-icons.ts';
import { useChat } from '../state/chat-context.ts';
import { PathIcon } from '../ui/icon.tsx';
import type { Point } from '../ui/menu.tsx';
import type { MenuRequest } from './message-menu.tsx';
import { MESSAGE_KEYS, type MessageAction } from './message-shortcuts.ts';
import { MessageRow } from './row/message-row.tsx';
import { toMessageRows, unreadAfter } from './row/message-rows.ts';
import { useFocusLeftToLog } from './row/use-focus-left-to-log.ts';
import { useMessagePress } from './use-message-press.ts';
import { useMessageScroll } from './use-message-scroll.ts';
import { useRowFocus } from './use-row-focus.ts';

interface Props {
  room: string;
  /** Whether it is a public room: its messages stand in one column on a wide screen. */
  isPublic: boolean;
  /** The text of an empty room where the user may write. */
  invitation: string | undefined;
  mayReact: boolean;
  mayUnreact: boolean;
  /** Receives the function that scrolls to the message with a `seq`. */
  findRef: RefObject<((seq: number) => void) | undefined>;
  /** Of a conversation. */
  marks: DeliveryMarks | undefined;
  state: RoomState;
  me: Person;
  onMenu: (menu: MenuRequest) => void;
}

/** The messages of a room. Only the rows near the viewport are in the page. */
export default memo(function MessageList(props: Props): ReactElement {
  const { room, isPublic, state, me, onMenu } = props;
  const { client, t } = useChat();
  const rows = toMessageRows(state.messages, state.pending, me, state.firstNew, props.marks);
  const bySeq = new Map(rows.map((row) => [row.message?.seq, row]));
  const { view, ...log } = useMessageScroll(rows, () => client.loadOlder(room));
  useImperativeHandle(props.findRef, () => log.find, [log.find]);
  const openMenu = (article: HTMLElement, at?: Point, action?: MessageAction): void => {
    const message = bySeq.get(Number(article.dataset['seq']))?.message;
    const anchor = article.querySelector<HTMLElement>('.more');
    if (message && anchor) onMenu({ message, anchor, at, action });
  };
  const press = useMessagePress(openMenu);
  const focus = useRowFocus(view, rows, log, (key, article) => {
    const action = MESSAGE_KEYS[key];
    const isHandled = !!action || (key === 'Enter' && document.activeElement === article);
    if (isHandled) openMenu(article, undefined, action);
    return isHandled;
  });
  return (
    <div className="log" data-public={isPublic}>
      <div
        ref={view}
        className="scroll"
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        {...focus.log}
        {...press}
      >
        <div className="fill" />
        {!rows.length && props.invitation && <p className="blank hush">{props.invitation}</p>}
        <Virtualizer {...log.list} data={rows} keepMounted={focus.kept}>
          {(row, index) => (
            <MessageRow
              {...row}
              key={row.key}
              rowKey={row.key}
              room={room}
              mayReact={props.mayReact}
              mayUnreact={props.mayUnreact}
              mentionable={isPublic ? me.name : undefined}
              quoted={bySeq.get(row.replyTo)?.message}
              isFound={row.key === log.found}
              isFocused={row.key === focus.focused}
              isBeginning={index === 0 && !state.hasOlder}
              onMenu={onMenu}
              onQuote={log.find}
            />
          )}
        </Virtualizer>
      </div>
      <output className="older">{state.isLoadingOlder && t('chat.older')}</output>
      {log.lastSeen && <ToEndButton newCount={unreadAfter(rows, log.lastSeen, me)} onPress={log.toEnd} />}
    </div>
  );
});

function ToEndButton({ newCount, onPress }: { newCount: number; onPress: () => void }): ReactElement {
  const { t } = useChat();
  const button = useRef<HTMLButtonElement>(null!);
  useFocusLeftToLog(button);
  return (
    <button ref={button} type="button" className="to-end" onClick={onPress}>
      <PathIcon path={roomIcons.down} />
      {t(newCount ? 'chat.unread' : 'chat.toEnd', { count: newCount })}
    </button>
  );
}
