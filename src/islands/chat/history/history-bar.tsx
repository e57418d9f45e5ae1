import { type ReactElement, useEffect, useRef, useState } from 'react';

import { isComposing } from '../../../browser/is-composing.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { roomIcons } from '../composer/room-icons.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { Icon, PathIcon } from '../ui/icon.tsx';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { findMatches } from './find-matches.ts';
import { markMatches } from './mark-matches.ts';
import { useJumpToDay } from './use-jump-to-day.ts';

import styles from '../../../styles/chat/history.css?inline';

adoptStyles(styles);

interface Props {
  room: string;
  state: RoomState;
  /** Scrolls to the message with a `seq`. */
  find: (seq: number) => void;
  onClose: () => void;
}

/** Searches the loaded messages of a room, and jumps to a day. */
export default function HistoryBar({ room, state, find, onClose }: Props): ReactElement {
  const { client, t } = useChat();
  const [query, setQuery] = useState('');
  /** `seq` of the shown match. */
  const [shown, setShown] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  const jumpTo = useJumpToDay(room, state, find);
  useEffect(() => {
    field.current!.focus();
    return rescueFocus;
  }, []);
  useEffect(() => markMatches(query), [query]);
  const matches = state.messages.filter(({ text }) => findMatches(text ?? '', query).length).map(({ seq }) => seq);
  const index = shown === undefined ? -1 : matches.indexOf(shown);
  const isAsking = query.trim() !== '';

  // The last match of a new text, of older messages that were loaded, and after a shown message was deleted.
  useEffect(() => {
    if (index < 0 && matches.length) show(matches.at(-1));
  });

  function show(seq: number | undefined): void {
    setShown(seq);
    if (seq !== undefined) find(seq);
  }

  return (
    <search className="history">
      <input
        ref={field}
        type="search"
        dir={query ? 'auto' : undefined}
        value={query}
        aria-label={t('history.search')}
        placeholder={t('history.search')}
        enterKeyHint="search"
        onChange={({ target }) => {
          setQuery(target.value);
          setShown(undefined);
        }}
        onKeyDown={({ key, shiftKey, nativeEvent }) => {
          if (isComposing(nativeEvent)) return;
          if (key === 'Escape') onClose();
          if (key === 'Enter') show(matches.at((index + (shiftKey ? 1 : -1)) % matches.length));
        }}
      />
      <button
        type="button"
        className="tool up"
        aria-label={t('history.older')}
        disabled={index <= 0}
        onClick={() => show(matches[index - 1])}
      >
        <PathIcon path={roomIcons.down} />
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('history.newer')}
        disabled={index < 0 || index === matches.length - 1}
        onClick={() => show(matches[index + 1])}
      >
        <PathIcon path={roomIcons.down} />
      </button>
      <label>
        <span className="fact">{t('history.day')}</span>
        {/* While a user types the year 2026, the years 2, 20 and 202 would load the whole history. */}
        <input type="date" min="2000-01-01" onChange={({ target }) => target.validity.valid && jumpTo(target.value)} />
      </label>
      <button type="button" className="tool" aria-label={t('chat.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
      <p className="fact">
        <output>
          {isAsking &&
            (matches.length
              ? t('history.matches', { count: matches.length, text: `${index + 1}` })
              : t('history.noMatches'))}
        </output>
        {isAsking && state.hasOlder && (
          <button
            type="button"
            className="text-button"
            disabled={state.isLoadingOlder}
            onClick={() => client.loadOlder(room)}
          >
            {t('history.searchOlder')}
          </button>
        )}
      </p>
    </search>
  );
}
