import { type RefObject, useEffect, useRef } from 'react';

import type { View } from '../state/view.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';

/** Back in the lobby, focuses the element that the user left it with. @returns a ref for the lobby */
export function useRestoreLobbyFocus(view: View): RefObject<HTMLElement | null> {
  const lobby = useRef<HTMLElement>(null!);
  const chosen = useRef<HTMLElement>(null);
  const before = useRef(view.type);
  useEffect(() => {
    const element = lobby.current;
    const onFocus = ({ target }: FocusEvent): void => {
      chosen.current = target as HTMLElement;
    };
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    const isBack = view.type === 'lobby' && before.current !== 'lobby';
    before.current = view.type;
    if (!isBack || document.activeElement !== document.body) return;
    // A conversation that has been read stands elsewhere.
    const room = chosen.current?.dataset.room;
    (room ? lobby.current.querySelector<HTMLElement>(`[data-room="${room}"]`) : chosen.current)?.focus();
    rescueFocus();
  }, [view]);
  return lobby;
}
