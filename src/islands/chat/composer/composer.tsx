import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { type ChatMessage, TEXT_MAX } from '../../../contract/chat-protocol.ts';
import { type ComposerMode, useChat } from '../state/chat-context.ts';
import { draftOf, saveDraft } from '../state/drafts.ts';
import { Icon } from '../ui/icon.tsx';
import { hasTwoPanes, isTouchScreen } from '../ui/media-queries.ts';
import { ReplyBanner } from './reply-banner.tsx';

interface Props {
  room: string;
  mode: ComposerMode;
  /** The message that is answered, if it is there. */
  answered: ChatMessage | undefined;
  onMode: (mode: ComposerMode) => void;
}

/** Where one writes. */
export const TEXT_ID = 'chat-text';

const COUNTED_FROM = 200;
/** Whoever hears it is not told with each key. */
const TOLD_AT = [0, 10, 50, 100, COUNTED_FROM];

/** The field for writing a message, or for changing one. */
export function Composer({ room, mode, answered, onMode }: Props): ReactElement {
  const { client, t, checkOutcome } = useChat();
  const { edit, replyTo } = mode;
  const [text, setText] = useState(() => draftOf(room).text);
  const [edited, setEdited] = useState<ChatMessage>();
  if (edited !== edit) {
    setEdited(edit);
    setText(edit?.text ?? draftOf(room).text);
  }
  const area = useRef<HTMLTextAreaElement>(null);
  const left = TEXT_MAX - text.length;
  const told = TOLD_AT.find((step) => left <= step);

  // It grows with its text; styles say how far.
  useLayoutEffect(() => {
    const { style } = area.current!;
    style.height = 'auto';
    style.height = `${area.current!.scrollHeight}px`;
  });
  // Somebody who begins an answer or a change wants to write it; else a keyboard on glass waits until it is asked for.
  useEffect(() => {
    if (edit || replyTo !== undefined || (hasTwoPanes() && !isTouchScreen())) area.current!.focus();
  }, [edit, replyTo]);

  function write(next: string): void {
    setText(next);
    if (edit) return;
    saveDraft(room, { text: next, replyTo });
    if (next) client.typing(room);
  }

  function drop(): void {
    if (!edit) saveDraft(room, { text });
    onMode(edit ? { replyTo: draftOf(room).replyTo } : {});
    area.current!.focus();
  }

  async function send(): Promise<void> {
    const said = text.trim();
    area.current!.focus();
    if (!said) return;
    if (edit) {
      if (said === edit.text || checkOutcome(await client.edit(room, edit.seq, said))) drop();
      return;
    }
    client.send(room, said, replyTo);
    saveDraft(room, { text: '' });
    setText('');
    onMode({});
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && (edit || replyTo !== undefined)) drop();
    // An input method takes Enter for a word that is being chosen.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouchScreen()) return;
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
      {(edit || replyTo !== undefined) && <ReplyBanner answered={answered} isEdit={!!edit} onDrop={drop} />}
      <textarea
        id={TEXT_ID}
        ref={area}
        rows={1}
        dir="auto"
        value={text}
        maxLength={TEXT_MAX}
        aria-label={t(edit ? 'chat.editing' : 'chat.write')}
        placeholder={t(edit ? 'chat.editing' : 'chat.write')}
        enterKeyHint={isTouchScreen() ? 'enter' : 'send'}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      <button type="submit" className="send" aria-label={t(edit ? 'chat.save' : 'chat.send')}>
        <Icon name="send" />
      </button>
      <p className="fact" aria-hidden>
        {left < COUNTED_FROM && t('chat.left', { count: left })}
      </p>
      <output className="unseen">{told !== undefined && t('chat.left', { count: told })}</output>
    </form>
  );
}
