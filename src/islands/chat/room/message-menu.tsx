import { type ReactElement, useEffectEvent, useLayoutEffect } from 'react';

import type { ChatMessage, RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { type Reaction, REACTIONS } from '../../../contract/chat/reaction-emoji.ts';
import { TEXT_ID } from '../composer/composer.tsx';
import PersonActions from '../people/person-actions.tsx';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useDeleteMessage } from '../state/use-delete-message.ts';
import { Menu, type Point } from '../ui/menu.tsx';
import { ENTRY_KEYS, MESSAGE_KEYS, type MessageAction } from './message-shortcuts.ts';

/** The message whose menu opens. */
export interface MenuRequest {
  message: ChatMessage;
  /** The button of the menu. */
  anchor: HTMLElement;
  /** Where the user clicked or pressed the message. */
  at?: Point | undefined;
  /** The entry whose key was pressed: it acts, and no menu opens. */
  action?: MessageAction | undefined;
}

interface Props extends MenuRequest {
  room: RoomFacts;
  mayReply: boolean;
  /** Whether the room takes reactions and edits. */
  mayChange: boolean;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onClose: () => void;
}

const keys = new Map(Object.entries(MESSAGE_KEYS).map(([key, action]) => [action, key]));

/** The menu of a message. */
export default function MessageMenu(props: Props): ReactElement | null {
  const { message, anchor, at, action, room, mayReply, mayChange, onReply, onEdit, onClose } = props;
  const { client, t, showToast, checkOutcome } = useChat();
  const lobby = useLobby();
  const deleteMessage = useDeleteMessage(room.id);
  const { seq, sender, mine = [] } = message;
  const isOwn = sender.id === lobby.me.id;
  const write = (begin: (message: ChatMessage) => void) => (): void => {
    begin(message);
    document.getElementById(TEXT_ID)?.focus();
  };
  const react = async (reaction: Reaction): Promise<boolean> =>
    checkOutcome(await client.react(room.id, seq, reaction, !mine.includes(reaction)));
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(message.text!).then(
      () => showToast(t('chat.copied')),
      () => showToast(t('chat.copyFailed')),
    );
  const remove = (): void => {
    // The menu button disappears with the text.
    anchor.closest('article')?.focus();
    deleteMessage(seq);
  };
  const acts: Partial<Record<MessageAction, () => unknown>> = {
    copy,
    ...(isOwn && { delete: remove }),
    ...(mayReply && { reply: write(onReply) }),
    ...(mayChange && {
      ...Object.fromEntries(REACTIONS.map((reaction) => [reaction, () => react(reaction)])),
      ...(isOwn && { edit: write(onEdit) }),
    }),
  };
  const run = (chosen: MessageAction): void => {
    onClose();
    acts[chosen]?.();
  };
  const runAtOnce = useEffectEvent(() => action && run(action));
  useLayoutEffect(() => void runAtOnce(), []);
  if (action) return null;
  return (
    <Menu anchor={anchor} at={at} label={t('chat.moreMessage', { name: sender.name })} onClose={onClose}>
      {mayChange && <ReactionButtons mine={mine} onReact={run} />}
      {Object.values(ENTRY_KEYS)
        .filter((entry) => acts[entry])
        .map((entry) => (
          <button key={entry} type="button" aria-keyshortcuts={keys.get(entry)} onClick={() => run(entry)}>
            {t(`chat.${entry}`)}
          </button>
        ))}
      {!isOwn && (
        <PersonActions person={sender} room={room.id} seq={seq} isAlone={room.kind !== 'public'} onDone={onClose} />
      )}
    </Menu>
  );
}

interface ReactionProps {
  /** Reactions of the user. */
  mine: readonly Reaction[];
  onReact: (reaction: Reaction) => void;
}

function ReactionButtons({ mine, onReact }: ReactionProps): ReactElement {
  const { t } = useChat();
  return (
    <div className="reactions">
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-label={t('chat.react', { text: reaction })}
          aria-keyshortcuts={keys.get(reaction)}
          aria-pressed={mine.includes(reaction)}
          onClick={() => onReact(reaction)}
        >
          {reaction}
        </button>
      ))}
    </div>
  );
}
