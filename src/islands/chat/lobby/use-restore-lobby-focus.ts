import { type RefObject, useEffect, useRef } from 'react';

import type { View } from '../state/view.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';

/**
 * Back in the lobby, or where the focused element has gone, such as a conversation that stands elsewhere after a message, focuses the element that
 * had the focus last.
 * @returns a ref for the lobby
 */
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
    const isGone = chosen.current?.isConnected === false;
    before.current = view.type;
    if (!(isBack || isGone) || document.activeElement !== document.body) return;
    // A conversation that has been read stands elsewhere.
    const room = chosen.current?.dataset.room;
    (room ? lobby.current.querySelector<HTMLElement>(`[data-room="${room}"]`) : chosen.current)?.focus();
    rescueFocus();
    // Once: the user may leave the focus nowhere.
    if (isGone && !chosen.current?.isConnected) chosen.current = null;
  });
  return lobby;
}
