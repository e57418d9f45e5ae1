import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import { REACTIONS } from '../../../../contract/chat/reaction-emoji.ts';
import { useChat } from '../../state/chat-context.ts';
import { RowButton } from './row-button.tsx';

interface Props {
  room: string;
  message: ChatMessage;
  mayReact: boolean;
  /** Whether an own reaction can be removed. */
  mayUnreact: boolean;
}

/** The reactions to a message. A click adds or removes the user's own. */
export function Reactions({ room, message, mayReact, mayUnreact }: Props): ReactElement | null {
  const { client, checkOutcome } = useChat();
  const { seq, reactions, mine = [] } = message;
  const given = REACTIONS.filter((reaction) => reactions[reaction]);
  if (!given.length) return null;
  return (
    <div className="given">
      {given.map((reaction) => {
        const isMine = mine.includes(reaction);
        return (
          <RowButton
            key={reaction}
            aria-pressed={isMine}
            disabled={!(isMine ? mayUnreact : mayReact)}
            onClick={async () => checkOutcome(await client.react(room, seq, reaction, !isMine))}
          >
            {reaction} <span>{reactions[reaction]}</span>
          </RowButton>
        );
      })}
    </div>
  );
}
