import { type ReactElement, useRef, useState } from 'react';

import type { ChatMessage, DeliveryMarks, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { mayChange, refusalIn } from '../../../contract/chat/room-permissions.ts';
import { draftOf, saveDraft } from '../browser-data/drafts.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { RoomFooter } from '../composer/room-footer.tsx';
import { type ComposerMode, useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useNow } from '../state/use-now.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { roomName } from '../ui/room-name.ts';
import { Announcer } from './announcer.tsx';
import type { MenuRequest } from './message-menu.tsx';
import { PartnerBar } from './partner-bar.tsx';

import composer from '../../../styles/chat/composer.css?inline';
import roomWidths from '../../../styles/chat/room-widths.css?inline';
import room from '../../../styles/chat/room.css?inline';

adoptStyles(room + roomWidths + composer);

// The composer does not wait for the messages.
const MessageList = lazyPart(() => import('./message-list.tsx'));
const HistoryBar = lazyPart(() => import('../history/history-bar.tsx'));
const MessageMenu = lazyPart(() => import('./message-menu.tsx'));

interface Props {
  facts: RoomFacts;
  /** Missing until the room has been opened. */
  state: RoomState | undefined;
  isSearching: boolean;
  onSearchEnd: () => void;
}

/** The messages of a room and its composer. */
export default function RoomBody({ facts, state, isSearching, onSearchEnd }: Props): ReactElement {
  const { t, toLobby } = useChat();
  const lobby = useLobby();
  const { id, kind, ended } = facts;
  const [mode, setMode, reply] = useMode(id, state);
  const [menu, setMenu] = useState<MenuRequest>();
  const loading = <output className="blank hush">{t('chat.loading')}</output>;
  const find = useRef<(seq: number) => void>(undefined);
  const now = useNow();
  const refusal = refusalIn(facts, lobby, now);
  const isChangeable = mayChange(facts, lobby, now);
  const isReady = state?.status === 'ready';
  return (
    <>
      {kind === 'partner' && !ended && <PartnerBar facts={facts} />}
      {isReady && isSearching && (
        <HistoryBar
          room={id}
          state={state}
          find={(seq) => find.current?.(seq)}
          onClose={onSearchEnd}
          onFailed={onSearchEnd}
        />
      )}
      {isReady && (
        <MessageList
          room={id}
          findRef={find}
          isPublic={kind === 'public'}
          invitation={
            refusal ? undefined : t(isFirst(facts) ? 'requests.first' : 'chat.empty', { name: roomName(facts, t) })
          }
          mayReact={isChangeable}
          mayUnreact={!facts.noChanges}
          marks={marksOf(facts)}
          state={state}
          me={lobby.me}
          onMenu={setMenu}
          onFailed={toLobby}
          fallback={loading}
        />
      )}
      {!isReady && loading}
      <RoomFooter facts={facts} state={state} mode={mode} refusal={refusal} mayEdit={isChangeable} onMode={setMode} />
      {isReady && <Announcer messages={state.messages} me={lobby.me} />}
      {menu && (
        <MessageMenu
          {...menu}
          onFailed={() => setMenu(undefined)}
          room={facts}
          mayReply={!refusal}
          mayChange={isChangeable}
          onReply={reply}
          onEdit={(message) => setMode({ edit: message })}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

/** The mode of the composer: at first that of the draft, and no edit once its message was deleted. */
function useMode(
  id: string,
  state: RoomState | undefined,
): [mode: ComposerMode, setMode: (mode: ComposerMode) => void, reply: (message: ChatMessage) => void] {
  const [chosen, setMode] = useState<ComposerMode>(() => {
    const { replyTo, edit } = draftOf(id);
    return { replyTo, edit: edit?.message };
  });
  const isDeleted = state?.messages.some(({ seq, text }) => seq === chosen.edit?.seq && text === null);
  const reply = ({ seq: replyTo }: ChatMessage): void => {
    saveDraft(id, { ...draftOf(id), replyTo });
    setMode({ replyTo });
  };
  return [isDeleted ? { replyTo: draftOf(id).replyTo } : chosen, setMode, reply];
}

/** The service takes a single message for a stranger before the answer. */
const isFirst = ({ kind, other }: RoomFacts): boolean => kind === 'private' && other?.online == null;

/** Until both have written, and where a block hides the other person, messages count as sent only. */
const marksOf = ({ kind, ended, marks }: RoomFacts): DeliveryMarks | undefined =>
  kind === 'public' || ended ? undefined : (marks ?? SENT_ONLY);
const SENT_ONLY: DeliveryMarks = { delivered: 0 };
