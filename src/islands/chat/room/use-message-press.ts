import { type DOMAttributes, type MouseEvent, type PointerEvent, useRef } from 'react';

import type { Point } from '../ui/menu.tsx';

const HOLD_MS = 500;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

/**
 * Opens a menu on a right click, a long press or the menu key. Links, buttons, selected text and Shift keep the menu of the browser.
 * @param onPress called with the `article` below the pointer
 * @returns listeners for the list of messages
 */
export function useMessagePress(
  onPress: (article: HTMLElement, at: Point) => void,
): Pick<DOMAttributes<HTMLElement>, 'onContextMenu' | 'onPointerDown' | 'onPointerMove'> {
  const down = useRef<Point>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Opens the menu on release: a release after that would close it. */
  const ready = useRef<() => void>(undefined);
  const press = (event: MouseEvent<HTMLElement>): boolean => {
    const article = articleOf(event);
    if (!article) return false;
    const open = (): void => onPress(article, { x: event.clientX, y: event.clientY });
    if (down.current) ready.current = open;
    else open();
    return true;
  };
  const release = (event?: globalThis.PointerEvent): void => {
    clearTimeout(timer.current);
    down.current = undefined;
    if (ready.current) {
      // Without it, a click follows, and hits the menu that has opened below the finger.
      if (event?.type === 'pointerup' && event.pointerType === 'touch')
        addEventListener('touchend', (touch) => touch.preventDefault(), { once: true, passive: false });
      setTimeout(ready.current);
    }
    ready.current = undefined;
    for (const type of RELEASES) removeEventListener(type, release);
  };
  return {
    onContextMenu: (event) => {
      if (event.shiftKey || getSelection()?.isCollapsed === false) return;
      if (press(event)) event.preventDefault();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      release();
      down.current = { x: event.clientX, y: event.clientY };
      for (const type of RELEASES) addEventListener(type, release);
      // Safari on a phone has no event for a long press.
      if (event.pointerType === 'touch') timer.current = setTimeout(() => press(event), HOLD_MS);
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { x, y } = down.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) clearTimeout(timer.current);
    },
  };
}

const RELEASES = ['pointerup', 'pointercancel'] as const;

function articleOf({ target }: MouseEvent<HTMLElement>): HTMLElement | null {
  const element = target as HTMLElement;
  return element.closest('a, button') ? null : element.closest<HTMLElement>('article[data-seq]');
}
