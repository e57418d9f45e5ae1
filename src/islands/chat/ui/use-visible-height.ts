import { type RefObject, useEffect, useRef } from 'react';

/** Tells styles how much of the screen the keyboard of a phone leaves, as `--visible`. */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    const measure = (): void => {
      // Whoever zooms in wants the page to stay as it is.
      if (!viewport || viewport.scale > 1.01) return;
      const isCovered = viewport.height < innerHeight - 1;
      root.current?.style.setProperty('--visible', isCovered ? `${viewport.height}px` : '100dvh');
      // Safari moves the page up instead, and the head of the chat out of sight.
      if (isCovered) scrollTo({ top: 0, behavior: 'instant' });
    };
    viewport?.addEventListener('resize', measure);
    return () => viewport?.removeEventListener('resize', measure);
  }, []);
  return root;
}
