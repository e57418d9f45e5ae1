import { type ReactElement, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';

import { isComposing } from '../../../browser/is-composing.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { OptionList } from '../ui/option-list.tsx';
import { insertText } from './insert-text.ts';
import { mentionBefore } from './mention-before.ts';

import styles from '../../../styles/chat/mentions.css?inline';

adoptStyles(styles);

interface Props {
  /** The text field that has the focus. */
  area: RefObject<HTMLTextAreaElement>;
  text: string;
  /** People in the room. */
  people: readonly Person[];
}

const SHOWN_MAX = 6;

/**
 * People whose names begin with the text after `@`. Arrow keys choose, Enter and Tab insert, Escape closes. Nobody is chosen before the user
 * has typed part of a name.
 */
export default function MentionList({ area, text, people }: Props): ReactElement | null {
  const { t } = useChat();
  const id = useId();
  const [caret, setCaret] = useState(text.length);
  const [active, setActive] = useState<number>();
  /** Position of the `@` whose list the user closed. */
  const [closed, setClosed] = useState<number>();
  /** Text up to the name that the user has inserted. */
  const [inserted, setInserted] = useState<string>();
  const mention = mentionBefore(text, caret);
  const isClosed = mention?.from === closed || text.slice(0, caret) === inserted;
  const found = mention && !isClosed ? namesThatStart(people, mention.start) : [];
  const isPart = !!mention?.start && !people.some(({ name }) => `${name.toLowerCase()} ` === mention.start);
  const chosen = Math.min(active ?? (isPart ? 0 : -1), found.length - 1);

  const insert = ({ name }: Person): void => {
    setInserted(`${text.slice(0, mention!.from)}@${name} `);
    insertText(area.current, `@${name} `, mention!.from);
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isInsert = chosen >= 0 && (event.key === 'Enter' || event.key === 'Tab');
    if (!found.length || isComposing(event) || !(step || isInsert || event.key === 'Escape')) return;
    event.preventDefault();
    // The field would send the message, or leave the reply.
    event.stopPropagation();
    if (step) setActive((Math.max(chosen, step < 0 ? 0 : -1) + step + found.length) % found.length);
    else if (isInsert) insert(found[chosen]!);
    else setClosed(mention!.from);
  });
  useEffect(() => {
    const field = area.current;
    const onCaret = (): void => setCaret(field.selectionEnd);
    const onInput = (): void => {
      onCaret();
      setActive(undefined);
    };
    const listeners = new AbortController();
    document.addEventListener('selectionchange', onCaret, listeners);
    field.addEventListener('input', onInput, listeners);
    field.addEventListener('keydown', onKey, listeners);
    return () => listeners.abort();
  }, [area]);
  useOptionStates(area, id, found.length, chosen);

  if (!found.length) return null;
  const options = found.map((person) => ({ ...person, person }));
  return (
    <div className="mentions">
      <OptionList id={id} label={t('chat.people')} options={options} chosen={chosen} onPick={insert} />
    </div>
  );
}

const namesThatStart = (people: readonly Person[], start: string): Person[] =>
  people.filter(({ name }) => name.toLowerCase().startsWith(start)).slice(0, SHOWN_MAX);

/** Tells screen readers of the list below a field. @param chosen index of the chosen option, or -1 */
function useOptionStates(area: Props['area'], id: string, count: number, chosen: number): void {
  useEffect(() => {
    if (!count) return undefined;
    const field = area.current;
    const states = {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      ...(chosen >= 0 && { 'aria-activedescendant': `${id}${chosen}` }),
    };
    for (const [name, value] of Object.entries(states)) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(states)) field.removeAttribute(name);
    };
  }, [area, id, chosen, count]);
}
