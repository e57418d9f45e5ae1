import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it appears in place of the focused element. */
export function useFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return target;
}
