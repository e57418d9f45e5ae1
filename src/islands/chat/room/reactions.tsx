import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import { REACTIONS } from '../../../contract/reactions.ts';
import { useChat } from '../state/chat-context.ts';
import { RowButton } from './row-button.tsx';

interface Props {
  room: string;
  message: ChatMessage;
}

/** The reactions to a message. A click adds or removes the user's own. */
export function Reactions({ room, message }: Props): ReactElement | null {
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
            onClick={async () => checkOutcome(await client.react(room, seq, reaction, !isMine))}
          >
            {reaction} <span>{reactions[reaction]}</span>
          </RowButton>
        );
      })}
    </div>
  );
}
