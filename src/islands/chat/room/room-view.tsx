import { type ReactElement, useEffect, useState } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { endFrame } from '../frame/end-frame.ts';
import { PeopleList } from '../people/people-list.tsx';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PaneHead } from '../ui/pane-head.tsx';
import { roomName } from '../ui/room-name.ts';
import { RoomTools } from './room-tools.tsx';

const RoomBody = lazyPart(() => {
  // At the same time. The room tells of a failure.
  import('./message-list.tsx').catch(() => {});
  return import('./room-body.tsx');
});

interface Props {
  id: string;
  /** Missing until the room has been opened. */
  state: RoomState | undefined;
}

/** Text and button that stand in place of a room. */
const TEXTS = { failed: 'chat.failed', gone: 'chat.gone', left: 'chat.leftElsewhere' } as const;
const ACTIONS = { failed: 'chat.again', gone: 'chat.back', left: 'chat.enterAgain' } as const;

/** A room: its head, its people, and its messages with the composer, whose script is loaded with the first room. */
export function RoomView({ id, state }: Props): ReactElement {
  const { client, t, toLobby } = useChat();
  const lobby = useLobby();
  const [isSearching, setSearching] = useState(false);
  const facts = lobby.rooms.find((room) => room.id === id);
  const trouble = troubleOf(facts, state);
  useEffect(() => {
    if (trouble) endFrame();
  }, [trouble]);
  if (!facts || trouble) {
    return (
      <div className="pane main">
        <PaneHead title={facts ? roomName(facts, t) : t('chat.rooms')} />
        <div className="blank">
          <output className="big">{t(TEXTS[trouble!])}</output>
          {state?.error && facts && <p className="hush">{t(`chatErrors.${state.error}`)}</p>}
          <button type="button" className="button quiet" onClick={() => (facts ? client.open(id) : toLobby())}>
            {t(ACTIONS[trouble!])}
          </button>
        </div>
      </div>
    );
  }
  const isPublic = facts.kind === 'public';
  const fact = isPublic
    ? t(facts.online ? 'chat.here' : 'chat.nobodyHere', { count: facts.online })
    : facts.other?.online == null
      ? undefined
      : t(facts.other.online ? 'chat.online' : 'chat.offline');
  return (
    <>
      <div className="pane main room">
        <PaneHead room={id} title={roomName(facts, t)} fact={fact}>
          <RoomTools facts={facts} onSearch={() => setSearching(true)} />
        </PaneHead>
        <RoomBody
          facts={facts}
          state={state}
          isSearching={isSearching}
          onSearchEnd={() => setSearching(false)}
          onFailed={toLobby}
          fallback={<output className="blank hush">{t('chat.loading')}</output>}
        />
      </div>
      {isPublic && (
        <aside className="pane people" aria-label={t('chat.people')}>
          <h2>{t('chat.people')}</h2>
          <PeopleList room={id} people={state?.people ?? []} />
        </aside>
      )}
    </>
  );
}

function troubleOf(facts: RoomFacts | undefined, state: RoomState | undefined): keyof typeof TEXTS | undefined {
  if (!facts) return 'gone';
  return state?.status === 'failed' || state?.status === 'left' ? state.status : undefined;
}
