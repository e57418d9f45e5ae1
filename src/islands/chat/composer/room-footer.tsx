import { type ReactElement, useState } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import type { Refusal } from '../../../contract/chat/room-permissions.ts';
import { slowSecondsIn } from '../../../contract/chat/slow-mode.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { type ComposerMode, useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useLeave } from '../state/use-leave.ts';
import { useNextPartner } from '../state/use-next-partner.ts';
import { useNow } from '../state/use-now.ts';
import { roomName } from '../ui/room-name.ts';
import { ComposerDisabled } from './composer-disabled.tsx';
import { Composer } from './composer.tsx';
import { refusalText } from './refused-writing.ts';
import { typingText } from './typing-text.ts';
import { useSlowMode } from './use-slow-mode.ts';

interface Props {
  facts: RoomFacts;
  state: RoomState | undefined;
  mode: ComposerMode;
  /** Why the service takes no message here. */
  refusal: Refusal | undefined;
  /** Whether own messages can be edited. */
  mayEdit: boolean;
  onMode: (mode: ComposerMode) => void;
}

/** The composer of a room, or the reason why writing is impossible. */
export function RoomFooter({ facts, state, mode, refusal, mayEdit, onMode }: Props): ReactElement {
  const { client, locale, t, checkOutcome } = useChat();
  const lobby = useLobby();
  const leave = useLeave(facts);
  const next = useNextPartner(facts);
  const { id, kind, other } = facts;
  const name = roomName(facts, t);
  const own = state?.messages.filter(({ sender }) => sender.id === lobby.me.id) ?? [];
  const slowSeconds = slowSecondsIn(facts, useNow());
  const [edits, setEdits] = useState(0);
  const left = useSlowMode(slowSeconds, state, own.at(-1), edits);
  if (refusal === 'gone') {
    const isPartner = kind === 'partner';
    return (
      <ComposerDisabled text={t('chat.ended', { name })}>
        <button type="button" className={isPartner ? 'button' : 'button quiet'} onClick={isPartner ? next : leave}>
          {t(isPartner ? 'partner.again' : 'chat.remove')}
        </button>
      </ComposerDisabled>
    );
  }
  if (refusal === 'blocked') {
    const unblock = async (): Promise<unknown> => checkOutcome(await client.block(other!, false));
    return (
      <ComposerDisabled text={t('chat.blocked', { name })}>
        <button type="button" className="button quiet" onClick={unblock}>
          {t('chat.unblock')}
        </button>
      </ComposerDisabled>
    );
  }
  if (refusal) return <ComposerDisabled text={refusalText(refusal, facts, lobby, locale, t)} />;
  const answered = state?.messages.find(({ seq }) => seq === mode.replyTo);
  const editLast = (): void => {
    const last = own.findLast(({ text }) => text);
    if (last && mayEdit) onMode({ edit: last });
  };
  return (
    <div className="foot">
      <p className="typing">{left ? t('chat.slowRoom', { when: left }) : typingText(state?.typing ?? [], locale, t)}</p>
      {/* Announced once, not with each second. */}
      <output className="unseen">{left > 0 && t('chat.slowRoom', { when: slowSeconds })}</output>
      <Composer
        room={id}
        mode={mode}
        answered={answered}
        people={kind === 'public' ? (state?.people ?? []) : []}
        isPaused={left > 0}
        onEdited={() => setEdits(edits + 1)}
        onMode={onMode}
        onEditLast={editLast}
      />
    </div>
  );
}
