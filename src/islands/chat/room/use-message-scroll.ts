import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

import type { MessageRowData } from './row/message-rows.ts';

const NEAR_END_PX = 60;
const NEAR_TOP_PX = 500;
/** So much of a row has to be in sight. */
export const LINE_PX = 24;
/** Distance of the line "new" from the edge. */
const ABOVE_NEW_PX = 24;
const FOUND_MS = 2000;
/** A movement this long after a gesture, or after the last change of a size, is the user's. */
export const GESTURE_MS = 200;
const SETTLED_MS = 500;
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const;

/**
 * The log is pinned to its end, or stays at the row that the user scrolled to. Browsers move it, too, as sizes change: only the user unpins it, by
 * a gesture, or by other means while all sizes are settled, such as the search of the browser, a scrollbar or a screen reader.
 * @param onTop called near the first row
 * @returns
 * - `view`: the element that scrolls, and `list`: props of the virtual list
 * - `lastSeen`: key of the last row that was in sight, while the latest is not
 * - `show`: scrolls to a row that a key leads to
 * - `lastInSight`: index of the last row in sight, which may not be in the page yet
 * - `found`: key of the row that the user followed a quote to
 * - `find`: scrolls to the message with this `seq`, where it is loaded; the same function in each render
 */
export function useMessageScroll(rows: readonly MessageRowData[], onTop: () => void) {
  const ref = useRef<VirtualizerHandle>(null);
  const [lastSeen, setLastSeen] = useState<string>();
  const [found, setFound] = useState<string>();
  const placed = useRef<string>(undefined);
  /** Key of the row that the line "new" stood above. */
  const newLine = useRef<string>(undefined);
  const view = useRef<HTMLDivElement>(null!);
  const takeMove = useUserMoves(view);
  const place = useRef<Place>('end');
  const latest = useRef(rows);
  const last = rows.at(-1);
  const shift = useIsPrepended(rows[0]?.key, last?.key);

  const find = useCallback((seq: number) => {
    const index = latest.current.findIndex(({ message }) => message?.seq === seq);
    if (index < 0) return;
    place.current = undefined;
    ref.current?.scrollToIndex(index, { align: 'center' });
    setFound(latest.current[index]!.key);
  }, []);
  const toEnd = (): void => {
    place.current = 'end';
    ref.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  };
  /** Scrolls to the line "new" if it has moved. */
  const toMovedLine = (): boolean => {
    const index = rows.findIndex((row) => row.isFirstNew);
    const key = rows[index]?.key;
    if (key === newLine.current) return false;
    newLine.current = key;
    if (!key) return false;
    place.current = undefined;
    ref.current?.scrollToIndex(index, { align: 'start', offset: -ABOVE_NEW_PX });
    return true;
  };
  const measure = (): void => {
    // A change of size that the browser reports after the list has gone.
    if (!view.current) return;
    const { scrollTop, scrollHeight, clientHeight } = view.current;
    const movedPx = takeMove();
    if (scrollHeight - clientHeight - scrollTop < NEAR_END_PX) place.current = 'end';
    else if (movedPx !== undefined && (movedPx < 0 || place.current !== 'end')) place.current = anchorIn(view.current);
    else if (place.current === 'end') toEnd();
    const isAtEnd = place.current === 'end';
    setLastSeen((before) => (isAtEnd ? undefined : (before ?? last?.key)));
    if (scrollTop < NEAR_TOP_PX) onTop();
  };
  const show = (index: number): void => {
    const list = ref.current!;
    const { scrollTop, scrollHeight, clientHeight } = view.current;
    const top = list.getItemOffset(index);
    if (top >= scrollTop && top + list.getItemSize(index) <= scrollTop + clientHeight) return;
    if (index === rows.length - 1) return toEnd();
    place.current = undefined;
    // Nearer to its end, the log would be pinned again, and take the row out of sight.
    const up = Math.min(0, scrollHeight - clientHeight - NEAR_END_PX - top);
    list.scrollToIndex(index, { align: 'nearest', offset: top < scrollTop ? up : 0 });
  };
  const lastInSight = (): number => ref.current!.findItemIndex(view.current.scrollTop + view.current.clientHeight - 1);
  const settle = (): void => {
    measure();
    if (place.current === 'end') toEnd();
    else if (view.current && place.current) moveTo(view.current, place.current);
  };
  // After the list has moved by the same changes: each time, it leaves a fraction of a pixel.
  const onResize = (): void => void requestAnimationFrame(settle);
  const onViewResize = useEffectEvent(onResize);

  useLayoutEffect(() => {
    latest.current = rows;
    if (!last) return;
    const isFirst = placed.current === undefined;
    const isSent = last.pending && placed.current !== last.key;
    placed.current = last.key;
    if (!(isFirst && toMovedLine()) && (place.current === 'end' || isSent)) toEnd();
    const frame = requestAnimationFrame(() => {
      // The line moves while the page is hidden, and there is no frame before it is visible.
      if (place.current === 'end') toMovedLine();
      measure();
    });
    return () => cancelAnimationFrame(frame);
  });
  // Not after the first frame: within the callback of another observer, a new one is an error in WebKit.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(onViewResize);
    observer.observe(view.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!found) return undefined;
    const timer = setTimeout(() => setFound(undefined), FOUND_MS);
    return () => clearTimeout(timer);
  }, [found]);

  return { view, list: { ref, shift, onScroll: measure, onResize }, lastSeen, toEnd, show, lastInSight, found, find };
}

/** Notes how the log moves. @returns a function that returns by how many pixels the user has moved it, unless the browser has */
function useUserMoves(view: RefObject<HTMLElement>): () => number | undefined {
  const offset = useRef(0);
  const gestureAt = useRef(-Infinity);
  const sizes = useRef('');
  /** The timer of the last change of a size. */
  const settling = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    const note = (event: Event): void => {
      // A pointer that passes over the log does not move it.
      if (event.type !== 'pointermove' || (event as PointerEvent).buttons) gestureAt.current = performance.now();
    };
    for (const type of GESTURES) view.current.addEventListener(type, note, { passive: true });
  }, [view]);
  return () => {
    const { scrollTop, scrollHeight, clientHeight, clientWidth } = view.current;
    const now = performance.now();
    const seen = [scrollHeight, clientHeight, clientWidth].join();
    if (seen !== sizes.current) {
      // The scroll events of a frame precede its callback: however long the page stalls, a movement that follows the change is not the user's.
      const timer = (settling.current = setTimeout(
        () =>
          requestAnimationFrame(() => {
            if (settling.current === timer) settling.current = undefined;
          }),
        SETTLED_MS,
      ));
    }
    sizes.current = seen;
    const isByUser = now - gestureAt.current < GESTURE_MS || !settling.current;
    const movedPx = scrollTop - offset.current;
    // A finger that has left the screen still moves the log.
    if (isByUser && movedPx) gestureAt.current = now;
    offset.current = scrollTop;
    return isByUser ? movedPx : undefined;
  };
}

/** Whether the last change of rows put some before the others. */
function useIsPrepended(first: string | undefined, last: string | undefined): boolean {
  const [ends, setEnds] = useState({ first, last, isPrepended: false });
  if (first !== ends.first || last !== ends.last)
    setEnds({ first, last, isPrepended: last === ends.last && ends.first !== undefined });
  return ends.isPrepended;
}

/** The end, or a row that stays where it is; `undefined` until the user moves the log there. */
type Place = 'end' | Anchor | undefined;

/** A row in sight, and its distance to the upper edge of the log. */
interface Anchor {
  seq: string;
  top: number;
}

/** The first row whose beginning is in sight, or the row that fills the log. */
function anchorIn(log: HTMLElement): Anchor | undefined {
  const { top: edge, bottom } = log.getBoundingClientRect();
  let anchor: Anchor | undefined;
  for (const row of log.querySelectorAll<HTMLElement>('[data-seq]')) {
    const { top } = row.getBoundingClientRect();
    if (top < bottom) anchor = { seq: row.dataset['seq']!, top: top - edge };
    if (top >= edge) break;
  }
  return anchor;
}

/** Moves a row to its place, or to the lower edge where the log has become too low for it. @param anchor gets that place */
function moveTo(log: HTMLElement, anchor: Anchor): void {
  const row = log.querySelector(`[data-seq="${anchor.seq}"]`);
  const lowest = log.clientHeight - LINE_PX;
  // A hidden log has no height.
  if (!row || lowest < 0) return;
  anchor.top = Math.min(anchor.top, lowest);
  log.scrollTop += row.getBoundingClientRect().top - log.getBoundingClientRect().top - anchor.top;
}
