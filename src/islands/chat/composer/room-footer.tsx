import type { ReactElement } from 'react';

import type { ChatMessage, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { RoomState } from '../client/state.ts';
import { type Aim, useTools } from '../state/chat-context.ts';
import { seekAgain, wishes } from '../state/last-partner-search.ts';
import { useLeave } from '../state/use-leave.ts';
import { nameOf } from '../ui/room-name.ts';
import { Instead } from './composer-disabled.tsx';
import { Composer } from './composer.tsx';
import { typingLine } from './typing-text.ts';

interface Props {
  facts: RoomFacts;
  state: RoomState | undefined;
  aim: Aim;
  onAim: (aim: Aim) => void;
}

/** What can be said, or why nothing can. */
export function Foot({ facts, state, aim, onAim }: Props): ReactElement {
  const { client, lobby, lang, t, go, check } = useTools();
  const leave = useLeave(facts);
  const { id, kind, other, ended } = facts;
  const name = nameOf(facts, t);
  if (ended) {
    return (
      <Instead text={t('chat.ended', { name })}>
        {kind === 'partner' ? (
          <button
            type="button"
            className="button"
            onClick={async () => {
              if (wishes.last) check(await seekAgain(client, wishes.last));
              go({ is: 'partner' });
            }}
          >
            {t('partner.again')}
          </button>
        ) : (
          <button type="button" className="button quiet" onClick={leave}>
            {t('chat.remove')}
          </button>
        )}
      </Instead>
    );
  }
  if (other && lobby.blocked.some((person) => person.id === other.id)) {
    return (
      <Instead text={t('chat.blocked', { name })}>
        <button type="button" className="button quiet" onClick={async () => check(await client.block(other, false))}>
          {t('chat.unblock')}
        </button>
      </Instead>
    );
  }
  const answered = state?.messages.find((message: ChatMessage) => message.seq === aim.replyTo);
  return (
    <div className="foot">
      <p className="typing">{typingLine(state?.typing ?? [], lang, t)}</p>
      <Composer room={id} aim={aim} answered={answered} onAim={onAim} />
    </div>
  );
}
