import { type HTMLAttributes, type RefObject, useLayoutEffect, useState } from 'react';

import { plainKey } from '../../../browser/plain-key.ts';
import { TEXT_ID } from '../composer/composer.tsx';
import type { MessageRowData } from './row/message-rows.ts';
import type { useMessageScroll } from './use-message-scroll.ts';

/**
 * Moves the focus from row to row of the log.
 * @param onKey called with other keys that are pressed in an `article`
 */
export function useRowFocus(
  view: RefObject<HTMLElement>,
  rows: readonly MessageRowData[],
  { show, lastInSight }: Pick<ReturnType<typeof useMessageScroll>, 'show' | 'lastInSight'>,
  onKey: (key: string, article: HTMLElement) => boolean,
) {
  const [last, setLast] = useState<string>();
  const [isInside, setInside] = useState(false);
  const indexOf = (sought: string | undefined): number => rows.findIndex(({ key }) => key === sought);
  const index = indexOf(last);

  /** Key of the row that has the focus, or has a button with the focus. */
  const focused = isInside ? last : undefined;
  useLayoutEffect(() => {
    const article = focused && view.current.querySelector<HTMLElement>(`[data-key="${focused}"]`);
    if (article && !article.contains(document.activeElement)) article.focus({ preventScroll: true });
  }, [view, focused]);

  const moveTo = (next: number): void => {
    const row = rows[next];
    if (!row) return;
    setLast(row.key);
    setInside(true);
    show(next);
  };

  return {
    focused,
    /** Indexes of rows that stay in the page however far the user scrolls: the row that had the focus last, to which menus return. */
    kept: index < 0 ? [] : [index],
    /** For the log. It is a tab stop while no row has the focus, and leads to the last row in sight. */
    log: {
      tabIndex: isInside ? -1 : 0,
      onFocus: ({ target }) => {
        const article = target.closest('article');
        setInside(!!article);
        if (article) setLast(rowKeyOf(article));
        // A click beside a message stays where it is.
        else if (target.matches(':focus-visible')) moveTo(lastInSight());
      },
      onBlur: ({ relatedTarget }) => {
        if (!view.current.contains(relatedTarget)) setInside(false);
      },
      onKeyDown: (event) => {
        const key = plainKey(event.nativeEvent);
        const article = (event.target as HTMLElement).closest('article');
        const from = article ? indexOf(rowKeyOf(article)) : lastInSight();
        const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: rows.length - 1 }[key];
        if (to !== undefined) moveTo(to);
        else if (key === 'Escape') document.getElementById(TEXT_ID)?.focus();
        else if (!article || !onKey(key, article)) return;
        event.preventDefault();
      },
    } satisfies HTMLAttributes<HTMLElement>,
  };
}

const rowKeyOf = (article: HTMLElement): string | undefined => article.dataset['key'];
