import { type ReactElement, useState } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const PersonActions = lazyPart(() => import('./person-actions.tsx'));

/** The people in a room, each with their actions. */
export function PeopleList({ room, people }: { room: string; people: readonly Person[] }): ReactElement {
  const { client, locale, t } = useChat();
  const lobby = useLobby();
  const online = lobby.rooms.find(({ id }) => id === room)?.online ?? 0;
  const sorted = people.toSorted((one, other) => one.name.localeCompare(other.name, locale));
  return (
    <ul className="list">
      {sorted.map((person) => (
        <PersonEntry key={person.id} person={person} room={room} />
      ))}
      <li className="self">
        <Avatar person={lobby.me} isOnline />
        <bdi className="name">{lobby.me.name}</bdi>
        <span className="fact">{t('chat.you')}</span>
      </li>
      {online > people.length + 1 && (
        <li>
          <button type="button" className="button quiet" onClick={() => client.loadMorePeople(room)}>
            {t('chat.morePeople')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** A person, who shows their actions once opened. */
function PersonEntry({ person, room }: { person: Person; room: string }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details name="person" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Avatar person={person} isOnline />
          <bdi className="name">{person.name}</bdi>
          <span className="marks" aria-hidden="true" />
        </summary>
        <div className="actions">{isOpen && <PersonActions person={person} room={room} onDone={() => {}} />}</div>
      </details>
    </li>
  );
}
