import { type RefObject, useEffect, useRef } from 'react';

/** Sets the height that the keyboard of a phone leaves as `--visible`. @returns a ref for the root element */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    const measure = (): void => {
      // Zooming in must not change the layout.
      if (!viewport || viewport.scale > 1.01) return;
      const isCovered = viewport.height < innerHeight - 1;
      const { style } = root.current!;
      style.setProperty('--visible', isCovered ? `${viewport.height}px` : '100dvh');
      // The home bar of a phone lies below its keyboard.
      style.setProperty('--bottom', isCovered ? '0px' : 'env(safe-area-inset-bottom, 0px)');
      // Safari scrolls the page instead, which moves the head of the chat out of sight.
      if (isCovered) scrollTo({ top: 0, behavior: 'instant' });
    };
    viewport?.addEventListener('resize', measure);
    return () => viewport?.removeEventListener('resize', measure);
  }, []);
  return root;
}
