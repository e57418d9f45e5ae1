import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

import { useChat } from '../state/chat-context.ts';
import { badgeText } from '../state/unread.ts';
import { useAlertCount } from '../state/use-alert-count.ts';
import { Icon } from './icon.tsx';
import { rescueFocus, TITLE_ID } from './rescue-focus.ts';
import { hasTwoPanes } from './screen.ts';

interface Props {
  /** The room of the pane: its unread messages are in sight. */
  room?: string;
  title: string;
  /** A short text below the title. */
  fact?: string | undefined;
  children?: ReactNode;
}

/** The head of a pane. On a narrow screen it has a button to the lobby, with the number of unread messages elsewhere. */
export function PaneHead({ room, title, fact, children }: Props): ReactElement {
  const { t, toLobby } = useChat();
  const unread = useAlertCount(room);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasTwoPanes()) rescueFocus();
    else heading.current!.focus({ preventScroll: true });
  }, []);
  return (
    <div className="head">
      <button
        type="button"
        className="tool back"
        aria-label={[t('chat.back'), ...(unread ? [t('chat.unread', { count: unread })] : [])].join(', ')}
        onClick={toLobby}
      >
        <Icon name="back" />
        {unread > 0 && <span className="badge">{badgeText(unread)}</span>}
      </button>
      <div className="title">
        <h2 id={TITLE_ID} ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        {fact && <p className="fact">{fact}</p>}
      </div>
      {children}
    </div>
  );
}
