import { type ReactElement, useState } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import { useTools } from '../state/chat-context.ts';
import { saidSince } from './message-rows.ts';

const KEPT = 5;

/** Says what others say to those who do not see it. The list itself, of which only a part is there, would say far too much. */
export function Announcer({ messages }: { messages: readonly ChatMessage[] }): ReactElement {
  const { lobby } = useTools();
  // What was there before has been read, or is about to be.
  const [since] = useState(() => messages.at(-1)?.seq ?? 0);
  return (
    <output className="unseen" aria-atomic="false">
      {saidSince(messages, since, lobby.me)
        .slice(-KEPT)
        .map(({ seq, sender, text }) => (
          <span key={seq}>
            {sender.name}: {text}
          </span>
        ))}
    </output>
  );
}
