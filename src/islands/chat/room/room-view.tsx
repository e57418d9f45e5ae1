import { type ReactElement, useState } from 'react';

import type { ChatMessage, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { RoomState } from '../client/state.ts';
import { Foot } from '../composer/room-footer.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { type Aim, useTools } from '../state/chat-context.ts';
import { draftOf, keepDraft } from '../state/drafts.ts';
import { PaneHead } from '../ui/pane-head.tsx';
import { nameOf } from '../ui/room-name.ts';
import { Announcer } from './announcer.tsx';
import { MessageList } from './message-list.tsx';
import { MessageMenu } from './message-menu.tsx';
import { RoomTools } from './room-tools.tsx';

interface Props {
  id: string;
  /** Missing until it has been opened. */
  state: RoomState | undefined;
}

/** What stands where the room would be, and what can be done. */
const TEXTS = { failed: 'chat.failed', gone: 'chat.gone', left: 'chat.leftElsewhere' } as const;
const ACTIONS = { failed: 'chat.again', gone: 'chat.back', left: 'chat.enterAgain' } as const;

/** A room: what is said in it, and who is there. */
export function RoomView({ id, state }: Props): ReactElement {
  const { client, lobby, t, leave } = useTools();
  const [aim, setAim] = useState<Aim>(() => ({ replyTo: draftOf(id).replyTo }));
  const [menu, setMenu] = useState<{ message: ChatMessage; anchor: HTMLElement }>();
  const facts = lobby.rooms.find((room) => room.id === id);
  const trouble = troubleOf(facts, state);
  if (!facts || trouble) {
    return (
      <div className="pane main">
        <PaneHead title={facts ? nameOf(facts, t) : t('chat.rooms')} />
        <div className="blank">
          <output className="big">{t(TEXTS[trouble!])}</output>
          {state?.error && facts && <p className="hush">{t(`chatErrors.${state.error}`)}</p>}
          <button type="button" className="button quiet" onClick={() => (facts ? client.open(id) : leave())}>
            {t(ACTIONS[trouble!])}
          </button>
        </div>
      </div>
    );
  }
  const isPublic = facts.kind === 'public';
  const isReady = state?.is === 'ready';
  const fact = isPublic
    ? t(facts.online ? 'chat.here' : 'chat.nobodyHere', { count: facts.online })
    : facts.other?.online == null
      ? undefined
      : t(facts.other.online ? 'chat.online' : 'chat.offline');
  const reply = (message: ChatMessage): void => {
    keepDraft(id, { ...draftOf(id), replyTo: message.seq });
    setAim({ replyTo: message.seq });
  };
  return (
    <>
      <div className="pane main room">
        <PaneHead title={nameOf(facts, t)} fact={fact}>
          <RoomTools facts={facts} />
        </PaneHead>
        {isReady ? (
          <MessageList room={id} state={state} onMenu={(message, anchor) => setMenu({ message, anchor })} />
        ) : (
          <output className="blank hush">{t('chat.loading')}</output>
        )}
        <Foot facts={facts} state={state} aim={aim} onAim={setAim} />
        {isReady && <Announcer messages={state.messages} />}
        {menu && (
          <MessageMenu
            {...menu}
            room={facts}
            onReply={reply}
            onEdit={(message) => setAim({ edit: message })}
            onClose={() => setMenu(undefined)}
          />
        )}
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
  return state?.is === 'failed' || state?.is === 'left' ? state.is : undefined;
}
