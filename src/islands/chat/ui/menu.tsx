import { type ReactElement, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface Props {
  /** The button that it belongs to. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const GAP_PX = 4;

/** A few things to choose from, at a button; on a phone, at the foot of the screen. The browser closes it and gives the focus back. */
export function Menu({ anchor, label, onClose, children }: Props): ReactElement {
  const menu = useRef<HTMLDialogElement>(null);
  const onClosed = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = menu.current!;
    // Whoever goes on by key is done with it.
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) element.hidePopover();
    };
    // The browser tells of it only later, when somebody may have opened it again.
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
    place(element, anchor);
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

/** Below the button, else above it; styles use it where the screen is wide. */
function place(element: HTMLElement, anchor: HTMLElement): void {
  const [from, own] = [anchor.getBoundingClientRect(), element.getBoundingClientRect()];
  const isBelow = from.bottom + own.height + GAP_PX < innerHeight;
  const top = isBelow ? from.bottom + GAP_PX : from.top - own.height - GAP_PX;
  element.style.setProperty('--top', `${Math.max(GAP_PX, top)}px`);
  element.style.setProperty('--left', `${Math.max(GAP_PX, from.right - own.width)}px`);
}
