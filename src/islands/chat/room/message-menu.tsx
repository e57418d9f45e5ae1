import type { ReactElement } from 'react';

import type { ChatMessage, RoomFacts } from '../../../contract/chat-protocol.ts';
import { REACTIONS } from '../../../contract/reactions.ts';
import PersonActions from '../people/person-actions.tsx';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useDeleteMessage } from '../state/use-delete-message.ts';
import { Menu, type Point } from '../ui/menu.tsx';

interface Props {
  message: ChatMessage;
  anchor: HTMLElement;
  /** Where the user clicked or pressed the message. */
  at?: Point | undefined;
  room: RoomFacts;
  mayReply: boolean;
  /** Whether the room takes reactions and edits. */
  mayChange: boolean;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onClose: () => void;
}

/** The menu of a message. */
export default function MessageMenu({
  message,
  anchor,
  at,
  room,
  mayReply,
  mayChange,
  onReply,
  onEdit,
  onClose,
}: Props): ReactElement {
  const { client, t, showToast, checkOutcome } = useChat();
  const lobby = useLobby();
  const deleteMessage = useDeleteMessage(room.id);
  const { seq, sender, mine = [] } = message;
  const isOwn = sender.id === lobby.me.id;
  const after = (act: () => void): (() => void) => {
    return () => {
      onClose();
      act();
    };
  };
  return (
    <Menu anchor={anchor} at={at} label={t('chat.moreMessage', { name: sender.name })} onClose={onClose}>
      {mayChange && (
        <div className="reactions">
          {REACTIONS.map((reaction) => (
            <button
              key={reaction}
              type="button"
              aria-label={t('chat.react', { text: reaction })}
              aria-pressed={mine.includes(reaction)}
              onClick={after(async () =>
                checkOutcome(await client.react(room.id, seq, reaction, !mine.includes(reaction))),
              )}
            >
              {reaction}
            </button>
          ))}
        </div>
      )}
      {mayReply && (
        <button type="button" onClick={after(() => onReply(message))}>
          {t('chat.reply')}
        </button>
      )}
      <button
        type="button"
        onClick={after(() => {
          navigator.clipboard.writeText(message.text!).then(
            () => showToast(t('chat.copied')),
            () => showToast(t('chat.copyFailed')),
          );
        })}
      >
        {t('chat.copy')}
      </button>
      {isOwn && mayChange && (
        <button type="button" onClick={after(() => onEdit(message))}>
          {t('chat.edit')}
        </button>
      )}
      {isOwn ? (
        <button
          type="button"
          onClick={after(() => {
            // The menu button disappears with the text.
            anchor.closest<HTMLElement>('[role=article], article')?.focus();
            deleteMessage(seq);
          })}
        >
          {t('chat.delete')}
        </button>
      ) : (
        <PersonActions person={sender} room={room.id} seq={seq} isAlone={room.kind !== 'public'} onDone={onClose} />
      )}
    </Menu>
  );
}
