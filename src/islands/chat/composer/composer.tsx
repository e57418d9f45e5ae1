import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';

import { isComposing } from '../../../browser/is-composing.ts';
import { type ChatMessage, TEXT_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { isVisible } from '../../../contract/typed-text/is-visible.ts';
import { draftOf, type EditedMessage, saveDraft } from '../browser-data/drafts.ts';
import { takeOver } from '../frame/take-over.ts';
import { type ComposerMode, useChat } from '../state/chat-context.ts';
import { useDeleteMessage } from '../state/use-delete-message.ts';
import { PathIcon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { hasTwoPanes, isTouchScreen } from '../ui/screen.ts';
import { insertText } from './insert-text.ts';
import { ReplyOrEditBanner } from './reply-or-edit-banner.tsx';
import { roomIcons } from './room-icons.ts';

const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'));
const MentionList = lazyPart(() => import('./mention-list.tsx'));

interface Props {
  room: string;
  mode: ComposerMode;
  /** The message that is replied to, where it is loaded. */
  answered: ChatMessage | undefined;
  /** People who can be mentioned. */
  people: readonly Person[];
  /** Slow mode takes neither a new message nor an edit at the moment. */
  isPaused: boolean;
  onEdited: () => void;
  onMode: (mode: ComposerMode) => void;
  /** The user pressed the up arrow in the empty field. */
  onEditLast: () => void;
}

/** Id of the text field. */
export const TEXT_ID = 'chat-text';

const COUNTED_FROM = 200;
/** Remaining characters at which screen readers announce them: not with each key. */
const ANNOUNCED_AT = [0, 10, 50, 100, COUNTED_FROM];

/** The form to write or edit a message. */
export function Composer({
  room,
  mode,
  answered,
  people,
  isPaused,
  onEdited,
  onMode,
  onEditLast,
}: Props): ReactElement {
  const { client, t, showToast, checkOutcome } = useChat();
  const deleteMessage = useDeleteMessage(room);
  const { edit, replyTo } = mode;
  const isAimed = !!edit || replyTo !== undefined;
  const [text, setText] = useState(() => textSoFar(room, edit));
  const [edited, setEdited] = useState(edit);
  if (edited !== edit) {
    setEdited(edit);
    setText(textSoFar(room, edit));
  }
  const area = useRef<HTMLTextAreaElement>(null!);
  // As the service counts: it composes letters and marks, which makes some texts longer.
  const left = TEXT_MAX - text.normalize().length;
  const mayNotSend = isPaused || left < 0;
  const label = t(edit ? 'chat.editing' : 'chat.write');
  const announced = ANNOUNCED_AT.find((step) => left <= step);

  useEffect(() => {
    takeOver(area.current, (typed, waiting) => {
      for (const one of waiting) client.send(room, one, replyTo);
      if (waiting.length) onMode({});
      saveDraft(room, { text: typed, replyTo: waiting.length ? undefined : replyTo });
      setText(typed);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the frame is there once
  }, []);

  // A reply or an edit focuses the field. Otherwise a touch keyboard stays closed until the user taps the field.
  useEffect(() => {
    if (isAimed || (hasTwoPanes() && !isTouchScreen())) area.current.focus();
  }, [edit, replyTo, isAimed]);

  function write(next: string): void {
    setText(next);
    if (edit) return saveDraft(room, { ...draftOf(room), edit: { message: edit, text: next } });
    saveDraft(room, { text: next, replyTo });
    if (next) client.typing(room);
  }

  function drop(): void {
    const draft = draftOf(room);
    saveDraft(room, edit ? { ...draft, edit: undefined } : { text });
    onMode(edit ? { replyTo: draft.replyTo } : {});
    area.current?.focus();
  }

  async function send(): Promise<void> {
    const trimmed = text.trim();
    area.current.focus();
    if (!isVisible(text)) return askToDelete();
    if (trimmed === edit?.text) return drop();
    if (mayNotSend) return;
    if (edit) {
      if (!checkOutcome(await client.edit(room, edit.seq, trimmed))) return;
      onEdited();
      // Words that the user has added during the request stay.
      if ((area.current?.value ?? text) === text) drop();
      return;
    }
    client.send(room, trimmed, replyTo);
    saveDraft(room, { text: '' });
    setText('');
    onMode({});
  }

  /** An edited text without a visible character. */
  function askToDelete(): void {
    if (!edit) return;
    const act = (): void => {
      drop();
      deleteMessage(edit.seq);
    };
    showToast(t('chat.deleteAsk'), { label: t('chat.delete'), act });
  }

  function onKey(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowUp' && !text && !edit) {
      event.preventDefault();
      onEditLast();
    }
    if (event.key === 'Escape' && isAimed) drop();
    if (event.key !== 'Enter' || event.shiftKey || isTouchScreen()) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isAimed && <ReplyOrEditBanner answered={answered} isEdit={!!edit} onDrop={drop} />}
      {/* The field grows with its text, in browsers without `field-sizing` with a copy of it, up to the limit in the styles. */}
      <div className="writing" data-text={text}>
        <textarea
          id={TEXT_ID}
          ref={area}
          rows={1}
          dir={text ? 'auto' : undefined}
          value={text}
          maxLength={TEXT_MAX}
          aria-label={label}
          placeholder={label}
          enterKeyHint={isTouchScreen() ? 'enter' : 'send'}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKey}
        />
      </div>
      {!isTouchScreen() && <EmojiButton area={area} />}
      {people.length > 0 && text.includes('@') && <MentionList area={area} text={text} people={people} />}
      <button
        type="submit"
        className="send"
        aria-disabled={mayNotSend || undefined}
        aria-label={t(edit ? 'chat.save' : 'chat.send')}
      >
        <PathIcon path={roomIcons.send} />
      </button>
      <p className="fact" aria-hidden>
        {left < COUNTED_FROM && t('chat.left', { count: left })}
      </p>
      <output className="unseen">{announced !== undefined && t('chat.left', { count: announced })}</output>
    </form>
  );
}

/** The unsent text of a room, or that of an edit. */
function textSoFar(room: string, edit: EditedMessage | undefined): string {
  const draft = draftOf(room);
  if (!edit) return draft.text;
  return draft.edit?.message.seq === edit.seq ? draft.edit.text : edit.text!;
}

function EmojiButton({ area }: { area: RefObject<HTMLTextAreaElement> }): ReactElement {
  const { t } = useChat();
  /** The button, while the picker is open. */
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = (): void => setAnchor(undefined);
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={t('emoji.title')}
        aria-haspopup="dialog"
        aria-expanded={!!anchor}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <PathIcon path={roomIcons.emoji} />
      </button>
      {anchor && (
        <EmojiPicker
          anchor={anchor}
          onPick={(emoji) => insertText(area.current, emoji)}
          onClose={close}
          onFailed={close}
        />
      )}
    </>
  );
}
