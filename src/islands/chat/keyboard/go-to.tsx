import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';

import { isComposing } from '../../../browser/is-composing.ts';
import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { findMatches } from '../history/find-matches.ts';
import { groupRooms } from '../lobby/group-rooms.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useConverse } from '../state/use-converse.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { type Option, OptionList } from '../ui/option-list.tsx';
import { roomName } from '../ui/room-name.ts';
import { useFocus } from '../ui/use-focus.ts';

import styles from '../../../styles/chat/keyboard.css?inline';

adoptStyles(styles);

interface Place extends Option {
  go: () => void;
}

const SHOWN_MAX = 50;

/** Finds rooms, conversations and people in opened rooms by a part of their names. Arrow keys choose, Enter goes there. */
export default function GoTo(): ReactElement {
  const { t } = useChat();
  const id = useId();
  const field = useFocus<HTMLInputElement>();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = matching(usePlaces(), query);
  const chosen = Math.min(active, found.length - 1);
  const option = chosen < 0 ? undefined : `${id}${chosen}`;
  useEffect(() => {
    if (option) document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
  }, [option]);

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isComposing(event.nativeEvent) || !found.length || !(step || event.key === 'Enter')) return;
    event.preventDefault();
    if (step) setActive((chosen + step + found.length) % found.length);
    else found[chosen]!.go();
  }

  return (
    <Dialog title={t('keys.goTo')}>
      <div className="go-to">
        <input
          ref={field}
          role="combobox"
          dir={query ? 'auto' : undefined}
          value={query}
          autoComplete="off"
          aria-label={t('keys.goTo')}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={option}
          enterKeyHint="go"
          onChange={({ target }) => {
            setQuery(target.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <OptionList id={id} label={t('keys.goTo')} options={found} chosen={chosen} onPick={({ go }) => go()} />
        <output className="hush">{!found.length && t('keys.none')}</output>
      </div>
    </Dialog>
  );
}

/** The rooms in the order of the lobby, then people without a conversation. */
function usePlaces(): Place[] {
  const { client, lang, names, topics, t, navigate, openDialog } = useChat();
  const { rooms, blocked } = useLobby();
  const converse = useConverse();
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const toRoom = (room: RoomFacts, fact?: string): Place => ({
    id: room.id,
    name: roomName(room, t),
    person: room.other,
    fact,
    go: () => {
      openDialog(undefined);
      navigate({ type: 'room', room: room.id });
    },
  });
  const toPerson = (person: Person): Place => ({
    ...person,
    person,
    fact: t('chat.online'),
    go: () => void converse(person, () => isOpen.current),
  });
  const { unread, conversations, here, elsewhere } = groupRooms(rooms, lang, topics);
  const known = new Set([...rooms.flatMap(({ other }) => other ?? []), ...blocked].map(({ id }) => id));
  const people = new Map(
    Object.values(client.getState().rooms)
      .flatMap((room) => room.people)
      .map((person) => [person.id, person]),
  );
  return [
    ...unread.map((room) => toRoom(room, t('chat.unread', { count: room.unread }))),
    ...[...conversations, ...here].map((room) => toRoom(room)),
    ...elsewhere.flatMap(([other, theirs]) => theirs.map((room) => toRoom(room, names[other] ?? other))),
    ...[...people.values()].filter((person) => !known.has(person.id)).map(toPerson),
  ];
}

/** The places whose names contain a text, first those that begin with it. */
function matching(places: Place[], query: string): Place[] {
  if (!query.trim()) return places.slice(0, SHOWN_MAX);
  const at = ({ name }: Place): number => findMatches(name, query)[0]?.[0] ?? Infinity;
  return places
    .filter((place) => at(place) < Infinity)
    .toSorted((one, other) => at(one) - at(other))
    .slice(0, SHOWN_MAX);
}
