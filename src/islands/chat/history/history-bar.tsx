import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';

import { isComposing } from '../../../browser/is-composing.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { roomIcons } from '../composer/room-icons.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { IconButton, PathIcon } from '../ui/icon.tsx';
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
  const field = useFieldFocus(state.hasOlder);
  const jumpTo = useJumpToDay(room, state, find);
  const { query, search, matches, index, show } = useSearch(state, find);
  const isAsking = query.trim() !== '';

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
        onChange={({ target }) => search(target.value)}
        onKeyDown={({ key, shiftKey, nativeEvent }) => {
          if (isComposing(nativeEvent)) return;
          if (key === 'Escape') onClose();
          if (key === 'Enter') show(matches.at((index + (shiftKey ? 1 : -1)) % matches.length));
        }}
      />
      <StepButton className="tool up" label={t('history.older')} to={matches[index - 1]} onStep={show} />
      <StepButton
        className="tool"
        label={t('history.newer')}
        to={index < 0 ? undefined : matches[index + 1]}
        onStep={show}
      />
      <label>
        <span className="fact">{t('history.day')}</span>
        {/* While a user types the year 2026, the years 2, 20 and 202 would load the whole history. */}
        <input type="date" min="2000-01-01" onChange={({ target }) => target.validity.valid && jumpTo(target.value)} />
      </label>
      <IconButton icon="close" label={t('chat.close')} onClick={onClose} />
      <p className="fact">
        <output>{isAsking && countText(matches.length, index, t)}</output>
        {isAsking && state.hasOlder && (
          <button
            type="button"
            className="text-button"
            aria-disabled={state.isLoadingOlder || undefined}
            onClick={() => client.loadOlder(room)}
          >
            {t('history.searchOlder')}
          </button>
        )}
      </p>
    </search>
  );
}

/** The field has the focus first, and again where the button for older messages goes with the last of them. */
function useFieldFocus(hasOlder: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current!.focus();
    return rescueFocus;
  }, []);
  useEffect(() => {
    if (!hasOlder && document.activeElement === document.body) field.current!.focus();
  }, [hasOlder]);
  return field;
}

/** Finds and marks a text in the loaded messages. */
function useSearch({ messages }: RoomState, find: (seq: number) => void) {
  const [query, setQuery] = useState('');
  /** `seq` of the shown match. */
  const [shown, setShown] = useState<number>();
  useEffect(() => markMatches(query), [query]);
  /** Each `seq`, the earliest first. */
  const matches = messages.filter(({ text }) => findMatches(text ?? '', query).length).map(({ seq }) => seq);
  /** Index of the shown match, or -1. */
  const index = shown === undefined ? -1 : matches.indexOf(shown);

  // The last match of a new text, of older messages that were loaded, and after a shown message was deleted.
  useEffect(() => {
    if (index < 0 && matches.length) show(matches.at(-1));
  });

  function search(next: string): void {
    setQuery(next);
    setShown(undefined);
  }

  function show(seq: number | undefined): void {
    setShown(seq);
    if (seq !== undefined) find(seq);
  }

  return { query, search, matches, index, show };
}

const countText = (count: number, index: number, t: Translate): string =>
  count ? t('history.matches', { count, text: `${index + 1}` }) : t('history.noMatches');

interface StepProps {
  className: string;
  label: string;
  /** `seq` of the match that it leads to. */
  to: number | undefined;
  onStep: (seq: number | undefined) => void;
}

const StepButton = ({ className, label, to, onStep }: StepProps): ReactElement => (
  <button
    type="button"
    className={className}
    aria-label={label}
    aria-disabled={to === undefined || undefined}
    onClick={() => to !== undefined && onStep(to)}
  >
    <PathIcon path={roomIcons.down} />
  </button>
);
