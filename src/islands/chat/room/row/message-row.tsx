import { memo, type ReactElement, type RefObject, useEffect, useId, useRef } from 'react';

import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import { useChat } from '../../state/chat-context.ts';
import { mentionsName } from '../../state/mentions.ts';
import { useNow } from '../../state/use-now.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { hueStyle } from '../../ui/avatar/name-hue.ts';
import { timeFormatOf } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { CallRecordEntry } from './call-record-entry.tsx';
import type { MessageRowData } from './message-rows.ts';
import { MessageText } from './message-text.tsx';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { RowButton, RowTabIndex } from './row-button.tsx';
import { SendStatus } from './send-status.tsx';
import { useFocusLeftToLog } from './use-focus-left-to-log.ts';

interface Props extends Omit<MessageRowData, 'key'> {
  /** Key of the row. */
  rowKey: string;
  room: string;
  mayReact: boolean;
  mayUnreact: boolean;
  /** The user's name, in a public room: a message can mention it. */
  mentionable: string | undefined;
  /** The message that is replied to, where it is loaded. */
  quoted: ChatMessage | undefined;
  /** Whether the user followed a quote to this row. */
  isFound: boolean;
  /** Whether the message, or a button of it, has the focus. */
  isFocused: boolean;
  /** Whether it is the first message of the room. */
  isBeginning: boolean;
  onMenu: (menu: { message: ChatMessage; anchor: HTMLElement }) => void;
  /** Scrolls to the message with this `seq`. */
  onQuote: (seq: number) => void;
}

/** A message, below its date and the line "new". Its props stay the same objects, so only changed rows render again. */
export const MessageRow = memo(function MessageRow(props: Props): ReactElement {
  const { message, pending, sender, at, isOwn, isFound, startsGroup, replyTo } = props;
  const { locale, t } = useChat();
  const time = timeFormatOf(locale).time(at);
  const article = useArticleFocus(isFound);
  const bubble = useId();
  const tabIndex = props.isFocused ? 0 : -1;
  const { id, text } = (message ?? pending)!;
  const isMention = !isOwn && !!props.mentionable && !!text && mentionsName(text, props.mentionable);
  return (
    <div className="row">
      {props.isBeginning && <p className="hush beginning">{t('chat.beginning')}</p>}
      {props.startsDay && <Day at={at} />}
      {props.isFirstNew && <p className="new">{t('chat.new')}</p>}
      <article
        ref={article}
        className="message"
        tabIndex={tabIndex}
        aria-describedby={bubble}
        aria-label={`${sender.name}, ${time}${isMention ? `, ${t('chat.mentionsYou')}` : ''}`}
        data-key={props.rowKey}
        data-seq={message?.seq}
        data-own={isOwn}
        data-group={startsGroup}
        data-found={isFound}
        data-mention={isMention}
      >
        <RowTabIndex value={tabIndex}>
          {startsGroup && <SenderLine sender={sender} at={at} time={time} />}
          <div className="line">
            <div id={bubble} className="bubble" data-state={pending?.is}>
              {replyTo !== undefined && text !== null && (
                <Quote message={props.quoted} onPress={() => props.onQuote(replyTo)} />
              )}
              {text === null && <p className="hush">{t('chat.deleted')}</p>}
              {text && <MessageText id={id} text={text} isFound={isFound} />}
              {message?.call && <CallRecordEntry {...props} message={message} />}
              {message?.edited && text !== null && <p className="fact">{t('chat.edited')}</p>}
            </div>
            {message && text && (
              <RowButton
                className="tool more"
                aria-label={t('chat.moreMessage', { name: sender.name })}
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => props.onMenu({ message, anchor: currentTarget })}
              >
                <Icon name="more" />
              </RowButton>
            )}
          </div>
          {message && text !== null && <Reactions {...props} message={message} />}
          {props.mark && <p className="fact">{t(`chat.${props.mark}`)}</p>}
          {pending && <SendStatus pending={pending} />}
        </RowTabIndex>
      </article>
    </div>
  );
});

function useArticleFocus(isFound: boolean): RefObject<HTMLElement> {
  const article = useRef<HTMLElement>(null!);
  useEffect(() => {
    // During a search the field keeps the focus.
    if (isFound && !document.activeElement?.closest('search')) article.current.focus({ preventScroll: true });
  }, [isFound]);
  useFocusLeftToLog(article);
  return article;
}

/** The line with the date above the first message of a day. */
function Day({ at }: { at: number }): ReactElement {
  const { locale } = useChat();
  return <p className="day">{timeFormatOf(locale).day(at, useNow())}</p>;
}

const SenderLine = ({ sender, at, time }: Pick<Props, 'sender' | 'at'> & { time: string }): ReactElement => (
  <p className="by">
    <Avatar person={sender} />
    <bdi style={hueStyle(sender.id)}>{sender.name}</bdi>
    <time dateTime={new Date(at).toISOString()}>{time}</time>
  </p>
);
