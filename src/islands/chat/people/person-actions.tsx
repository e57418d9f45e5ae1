import { type MouseEvent, type ReactElement, useState } from 'react';

import type { Person } from '../../../contract/person.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
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
  const { client, t, openDialog, navigate, showToast, checkOutcome } = useChat();
  const lobby = useLobby();
  const has = (list: readonly Person[]): boolean => list.some(({ id }) => id === person.id);
  const [isBlocked, isMuted] = [has(lobby.blocked), has(lobby.muted)];
  const [isOpening, setOpening] = useState(false);

  /** The actions stay until the answer, so that no text for this person goes to the room; a user who closes them stays in the room. */
  async function converse({ currentTarget }: MouseEvent): Promise<void> {
    if (isOpening) return;
    setOpening(true);
    const answer = await client.openPrivateConversation(person.id);
    setOpening(false);
    const isShown = currentTarget.isConnected;
    if (isShown) onDone();
    if ('error' in answer) return void checkOutcome(answer.error);
    if (!isShown) return;
    openDialog(undefined);
    // A request of that person waits for an answer in the lobby.
    if (!client.getState().lobby!.rooms.some(({ id }) => id === answer.room)) {
      showToast(t('requests.text', { name: person.name }));
      return navigate({ type: 'lobby' });
    }
    navigate({ type: 'room', room: answer.room });
  }

  async function mute(): Promise<void> {
    onDone();
    if (checkOutcome(await client.mute(person, !isMuted)) && !isMuted)
      showToast(t('chat.muted', { name: person.name }));
  }

  return (
    <>
      {!isAlone && !isBlocked && (
        <button type="button" aria-disabled={isOpening || undefined} onClick={converse}>
          {t('chat.converse')}
        </button>
      )}
      {!isAlone && (
        <button type="button" onClick={mute}>
          {t(isMuted ? 'chat.unmute' : 'chat.mute')}
        </button>
      )}
      <button
        type="button"
        onClick={async () => {
          onDone();
          if (isBlocked) checkOutcome(await client.block(person, false));
          else openDialog({ type: 'block', person });
        }}
      >
        {t(isBlocked ? 'chat.unblock' : 'chat.block')}
      </button>
      <button
        type="button"
        onClick={() => {
          onDone();
          openDialog({ type: 'report', room, person, seq });
        }}
      >
        {t('chat.report')}
      </button>
    </>
  );
}
