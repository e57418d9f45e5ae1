import { type ReactElement, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface Props {
  /** The button that opened the menu. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const GAP_PX = 4;

/** A menu at its button; on a phone, at the foot of the screen. As a popover, the browser closes it and restores the focus. */
export function Menu({ anchor, label, onClose, children }: Props): ReactElement {
  const menu = useRef<HTMLDialogElement>(null);
  const onClosed = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = menu.current!;
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
    element.addEventListener('toggle', onToggle);
    element.addEventListener('focusout', onLeave);
    element.addEventListener('keydown', onKey);
    element.showPopover();
    position(element, anchor);
    element.querySelector('button')?.focus();
    return () => {
      element.removeEventListener('toggle', onToggle);
      element.hidePopover();
    };
  }, [anchor]);
  return (
    <dialog className="menu" popover="auto" aria-label={label} ref={menu}>
      {children}
    </dialog>
  );
}

/** Sets the position for wide screens: below the button, else above it. */
function position(element: HTMLElement, anchor: HTMLElement): void {
  const [from, own] = [anchor.getBoundingClientRect(), element.getBoundingClientRect()];
  const isBelow = from.bottom + own.height + GAP_PX < innerHeight;
  const top = isBelow ? from.bottom + GAP_PX : from.top - own.height - GAP_PX;
  element.style.setProperty('--top', `${Math.max(GAP_PX, top)}px`);
  element.style.setProperty('--left', `${Math.max(GAP_PX, from.right - own.width)}px`);
}
