import { type RefObject, useEffect, useRef } from 'react';

/** Leads somebody to what has taken the place of what they were at. */
export function useFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return target;
}
