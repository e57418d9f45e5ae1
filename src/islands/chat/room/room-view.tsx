import { type ReactElement, useCallback, useRef, useState } from 'react';

import type { ChatMessage, DeliveryMarks, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { RoomFooter } from '../composer/room-footer.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { type ComposerMode, useChat } from '../state/chat-context.ts';
import { draftOf, saveDraft } from '../state/drafts.ts';
import { useLobby } from '../state/lobby-context.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { Point } from '../ui/menu.tsx';
import { PaneHead } from '../ui/pane-head.tsx';
import { roomName } from '../ui/room-name.ts';
import { Announcer } from './announcer.tsx';
import { MessageList } from './message-list.tsx';
import { PartnerBar } from './partner-bar.tsx';
import { RoomTools } from './room-tools.tsx';

const HistoryBar = lazyPart(() => import('../history/history-bar.tsx'));
const MessageMenu = lazyPart(() => import('./message-menu.tsx'));

interface Props {
  id: string;
  /** Missing until the room has been opened. */
  state: RoomState | undefined;
}

/** Text and button that stand in place of a room. */
const TEXTS = { failed: 'chat.failed', gone: 'chat.gone', left: 'chat.leftElsewhere' } as const;
const ACTIONS = { failed: 'chat.again', gone: 'chat.back', left: 'chat.enterAgain' } as const;

/** A room: its messages, its composer and its people. */
export function RoomView({ id, state }: Props): ReactElement {
  const { client, t, toLobby } = useChat();
  const lobby = useLobby();
  const [mode, setMode] = useState<ComposerMode>(() => ({ replyTo: draftOf(id).replyTo }));
  const [menu, setMenu] = useState<{ message: ChatMessage; anchor: HTMLElement; at?: Point | undefined }>();
  const [isSearching, setSearching] = useState(false);
  const find = useRef<(seq: number) => void>(undefined);
  const openMenu = useCallback(
    (message: ChatMessage, anchor: HTMLElement, at?: Point) => setMenu({ message, anchor, at }),
    [],
  );
  const facts = lobby.rooms.find((room) => room.id === id);
  const trouble = troubleOf(facts, state);
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
  const isReady = state?.status === 'ready';
  const fact = isPublic
    ? t(facts.online ? 'chat.here' : 'chat.nobodyHere', { count: facts.online })
    : facts.other?.online == null
      ? undefined
      : t(facts.other.online ? 'chat.online' : 'chat.offline');
  const reply = (message: ChatMessage): void => {
    saveDraft(id, { ...draftOf(id), replyTo: message.seq });
    setMode({ replyTo: message.seq });
  };
  return (
    <>
      <div className="pane main room">
        <PaneHead room={id} title={roomName(facts, t)} fact={fact}>
          <RoomTools facts={facts} onSearch={() => setSearching(true)} />
        </PaneHead>
        {facts.kind === 'partner' && !facts.ended && <PartnerBar facts={facts} />}
        {isReady && isSearching && (
          <HistoryBar
            room={id}
            state={state}
            find={(seq) => find.current?.(seq)}
            onClose={() => setSearching(false)}
            onFailed={() => setSearching(false)}
          />
        )}
        {isReady ? (
          <MessageList
            room={id}
            findRef={find}
            isPublic={isPublic}
            isEnded={facts.ended}
            marks={marksOf(facts)}
            state={state}
            me={lobby.me}
            onMenu={openMenu}
          />
        ) : (
          <output className="blank hush">{t('chat.loading')}</output>
        )}
        <RoomFooter facts={facts} state={state} mode={mode} onMode={setMode} />
        {isReady && <Announcer messages={state.messages} me={lobby.me} />}
        {menu && (
          <MessageMenu
            {...menu}
            onFailed={() => setMenu(undefined)}
            room={facts}
            onReply={reply}
            onEdit={(message) => setMode({ edit: message })}
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

/** Until both have written, and where a block hides the other person, messages count as sent only. */
const marksOf = ({ kind, ended, marks }: RoomFacts): DeliveryMarks | undefined =>
  kind === 'public' || ended ? undefined : (marks ?? SENT_ONLY);
const SENT_ONLY: DeliveryMarks = { delivered: 0 };

function troubleOf(facts: RoomFacts | undefined, state: RoomState | undefined): keyof typeof TEXTS | undefined {
  if (!facts) return 'gone';
  return state?.status === 'failed' || state?.status === 'left' ? state.status : undefined;
}
