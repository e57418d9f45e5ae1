import { type MouseEvent, type ReactElement, useState } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useConverse } from '../state/use-converse.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';

import styles from '../../../styles/chat/menu.css?inline';

adoptStyles(styles);

interface Props {
  person: Person;
  room: string;
  /** `seq` of their message that a report is about. */
  seq?: number;
  /** Whether the room has only the user and this person. */
  isAlone?: boolean;
  onDone: () => void;
}

/** The buttons to write to, mute, block or report a person. */
export default function PersonActions({ person, room, seq, isAlone = false, onDone }: Props): ReactElement {
  const { client, t, openDialog, showToast, checkOutcome } = useChat();
  const lobby = useLobby();
  const converse = useConverse();
  const has = (list: readonly Person[]): boolean => list.some(({ id }) => id === person.id);
  const [isBlocked, isMuted] = [has(lobby.blocked), has(lobby.muted)];
  const [isOpening, setOpening] = useState(false);

  /** The actions stay until the answer, so that no text for this person goes to the room; a user who closes them stays in the room. */
  async function write({ currentTarget }: MouseEvent): Promise<void> {
    if (isOpening) return;
    setOpening(true);
    await converse(person, () => {
      setOpening(false);
      const isShown = currentTarget.isConnected;
      if (isShown) onDone();
      return isShown;
    });
  }

  async function mute(): Promise<void> {
    if (checkOutcome(await client.mute(person, !isMuted)) && !isMuted)
      showToast(t('chat.muted', { name: person.name }));
  }

  async function block(): Promise<void> {
    if (isBlocked) checkOutcome(await client.block(person, false));
    else openDialog({ type: 'block', person });
  }

  const entry = (label: string, act: () => unknown): ReactElement => (
    <button
      type="button"
      onClick={() => {
        onDone();
        act();
      }}
    >
      {label}
    </button>
  );

  return (
    <>
      {!isAlone && !isBlocked && (
        <button type="button" aria-disabled={isOpening || undefined} onClick={write}>
          {t('chat.converse')}
        </button>
      )}
      {!isAlone && entry(t(isMuted ? 'chat.unmute' : 'chat.mute'), mute)}
      {entry(t(isBlocked ? 'chat.unblock' : 'chat.block'), block)}
      {entry(t('chat.report'), () => openDialog({ type: 'report', room, person, seq }))}
    </>
  );
}
