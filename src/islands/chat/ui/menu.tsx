import { type ReactElement, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { adoptStyles } from './adopt-styles.ts';

import styles from '../../../styles/chat/menu.css?inline';

adoptStyles(styles);

/** A point of the viewport in pixels. */
export interface Point {
  x: number;
  y: number;
}

interface Props {
  /** The button that opened the menu. */
  anchor: HTMLElement;
  /** Where the user clicked; by default the menu opens at its button. */
  at?: Point | undefined;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const GAP_PX = 4;

/** A menu at its button; on a phone, at the foot of the screen. As a popover, the browser closes it and restores the focus. */
export function Menu({ anchor, at, label, onClose, children }: Props): ReactElement {
  const menu = useRef<HTMLDialogElement>(null);
  const onClosed = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = menu.current!;
    const listeners = new AbortController();
    // Moving the focus out closes the menu.
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) element.hidePopover();
    };
    // The `toggle` event comes later, when the user may have opened the menu again.
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClosed();
    };
    const onToggle = ({ newState }: ToggleEvent): void => {
      if (newState === 'closed') onClosed();
    };
    element.addEventListener('toggle', onToggle, listeners);
    element.addEventListener('focusout', onLeave, listeners);
    element.addEventListener('keydown', onKey, listeners);
    element.showPopover();
    position(element, anchor, at);
    element.querySelector('button')?.focus();
    return () => {
      listeners.abort();
      element.hidePopover();
    };
  }, [anchor, at]);
  return (
    <dialog className="menu" popover="auto" aria-label={label} ref={menu}>
      {children}
    </dialog>
  );
}

/** Sets the position for wide screens: below the button or the pointer, else above it. */
function position(element: HTMLElement, anchor: HTMLElement, at: Point | undefined): void {
  const own = element.getBoundingClientRect();
  const { top, bottom, left, right } = at ? new DOMRect(at.x, at.y) : anchor.getBoundingClientRect();
  const isBelow = bottom + own.height + GAP_PX < innerHeight;
  const last = innerWidth - own.width - GAP_PX;
  // A menu at the pointer lies beside it, where it fits; a menu at a button ends where the button ends.
  const [from, beside] = document.dir === 'rtl' ? [left, left - own.width] : [right - own.width, right];
  const x = at && beside >= GAP_PX && beside <= last ? beside : from;
  element.style.setProperty('--top', `${Math.max(GAP_PX, isBelow ? bottom + GAP_PX : top - own.height - GAP_PX)}px`);
  element.style.setProperty('--left', `${Math.max(GAP_PX, Math.min(x, last))}px`);
}
