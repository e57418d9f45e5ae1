import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

import { useChat } from '../state/chat-context.ts';
import { Icon } from './icon.tsx';
import { hasTwoPanes } from './media-queries.ts';

interface Props {
  title: string;
  /** A few words about it. */
  fact?: string | undefined;
  children?: ReactNode;
}

const TITLE_ID = 'chat-title';

/** Where somebody is who has chosen nothing. */
export const LOBBY_ID = 'chat-lobby';

/** Leads to the head of the pane, for want of what somebody was at. */
export function rescueFocus(): void {
  if (document.activeElement !== document.body) return;
  const place = document.getElementById(TITLE_ID) ?? document.getElementById(LOBBY_ID);
  place?.focus({ preventScroll: true });
}

/** The head of a pane, with the way back to the lobby where there is room for one pane only. */
export function PaneHead({ title, fact, children }: Props): ReactElement {
  const { t, toLobby } = useChat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasTwoPanes()) rescueFocus();
    else heading.current!.focus({ preventScroll: true });
  }, []);
  return (
    <div className="head">
      <button type="button" className="tool back" aria-label={t('chat.back')} onClick={toLobby}>
        <Icon name="back" />
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
