import { type ReactElement, useState } from 'react';

import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { saidSince } from './row/message-rows.ts';

const KEPT_MAX = 5;

/** Announces messages of others to screen readers. The list cannot be the live region: scrolling adds and removes its rows. */
export function Announcer({ messages, me }: { messages: readonly ChatMessage[]; me: Person }): ReactElement {
  // Messages that were loaded with the room are not announced.
  const [since] = useState(() => messages.at(-1)?.seq ?? 0);
  return (
    <output className="unseen" aria-atomic="false">
      {saidSince(messages, since, me)
        .slice(-KEPT_MAX)
        .map(({ seq, sender, text }) => (
          <span key={seq}>
            {sender.name}: {text}
          </span>
        ))}
    </output>
  );
}
