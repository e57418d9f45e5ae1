import { memo, type ReactElement, useEffect, useRef } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import { useTools } from '../state/chat-context.ts';
import { clockOf } from '../ui/format-time.ts';
import { Icon } from '../ui/icon.tsx';
import { CallLine } from './call-record.tsx';
import type { Row } from './message-rows.ts';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { PendingLine } from './send-status.tsx';

interface Props extends Omit<Row, 'key'> {
  room: string;
  /** The message that it answers, if it is there. */
  quoted: ChatMessage | undefined;
  /** Whether somebody was led here. */
  isFound: boolean;
  /** Whether nothing was said before it. */
  isBeginning: boolean;
  onMenu: (message: ChatMessage, anchor: HTMLElement) => void;
  onQuote: () => void;
}

/** A message, with what stands above it. */
export const MessageRow = memo(function MessageRow(props: Props): ReactElement {
  const { message, pending, sender, at, isOwn, isFound, startsGroup, replyTo } = props;
  const { lang, now, t } = useTools();
  const clock = clockOf(lang);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFound) article.current!.focus({ preventScroll: true });
  }, [isFound]);
  const text = (message ?? pending)!.text;
  return (
    <div className="row">
      {props.isBeginning && <p className="hush beginning">{t('chat.beginning')}</p>}
      {props.startsDay && <p className="day">{clock.day(at, now)}</p>}
      {props.isFirstNew && <p className="new">{t('chat.new')}</p>}
      <article
        ref={article}
        className="message"
        tabIndex={-1}
        aria-label={`${sender.name}, ${clock.time(at)}`}
        data-own={isOwn}
        data-group={startsGroup}
        data-found={isFound}
      >
        {startsGroup && (
          <p className="by">
            {!isOwn && <bdi>{sender.name}</bdi>}
            <time dateTime={new Date(at).toISOString()}>{clock.time(at)}</time>
          </p>
        )}
        <div className="line">
          <div className="bubble" data-state={pending?.is}>
            {replyTo !== undefined && text !== null && <Quote message={props.quoted} onPress={props.onQuote} />}
            {text === null && <p className="hush">{t('chat.deleted')}</p>}
            {text && (
              <p className="said" dir="auto">
                {text}
              </p>
            )}
            {message?.call && <CallLine {...props} call={message.call} />}
            {message?.edited && text !== null && <p className="fact">{t('chat.edited')}</p>}
          </div>
          {message && text && (
            <button
              type="button"
              className="tool more"
              aria-label={t('chat.moreMessage', { name: sender.name })}
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => props.onMenu(message, currentTarget)}
            >
              <Icon name="more" />
            </button>
          )}
        </div>
        {message && text !== null && <Reactions room={props.room} message={message} />}
        {pending && <PendingLine pending={pending} />}
      </article>
    </div>
  );
}, isSameRow);

/** What is done about it stays the same, though the functions that do it are made anew. */
function isSameRow(before: Props, after: Props): boolean {
  return (Object.keys(after) as (keyof Props)[]).every(
    (name) => name === 'onMenu' || name === 'onQuote' || before[name] === after[name],
  );
}
