import { type ReactElement, useRef } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import type { ChatOutcome } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';

interface Props {
  title: string;
  /** Label of the button that takes a person off the list. */
  undo: string;
  people: readonly Person[];
  onUndo: (person: Person) => Promise<ChatOutcome>;
}

/** A list of blocked or muted people. */
export function BlockedOrMuted({ title, undo, people, onUndo }: Props): ReactElement | null {
  const { checkOutcome } = useChat();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!people.length) return null;
  return (
    <div className="panel">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <ul className="sessions">
        {people.map((person) => (
          <li key={person.id}>
            <p>
              <bdi>{person.name}</bdi>
            </p>
            <button
              type="button"
              className="button quiet"
              aria-label={`${undo}: ${person.name}`}
              onClick={async () => {
                if (!checkOutcome(await onUndo(person))) return;
                heading.current?.focus();
                // The list goes with its last person.
                rescueFocus();
              }}
            >
              {undo}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
