import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

import type { MessageRowData } from './message-rows.ts';

interface MessageScroll {
  /** Props of the virtual list. */
  list: {
    ref: RefObject<VirtualizerHandle | null>;
    shift: boolean;
    onScroll: () => void;
    onResize: () => void;
  };
  /** Whether the latest message is in sight. */
  isAtEnd: boolean;
  /** Key of the last row that was in sight. */
  lastSeen: string | undefined;
  toEnd: () => void;
  /** Key of the row that the user followed a quote to. */
  found: string | undefined;
  /** Scrolls to the message with this `seq`, where it is loaded. The same function in each render. */
  find: (seq: number) => void;
}

const NEAR_END_PX = 60;
const NEAR_TOP_PX = 500;
/** Distance of the line "new" from the edge. */
const ABOVE_NEW_PX = 24;
const FOUND_MS = 2000;

/**
 * Keeps the scroll position: at the end, new messages scroll into sight; anywhere else, the visible messages stay where they are.
 * @param onTop called near the first row
 */
export function useMessageScroll(rows: readonly MessageRowData[], onTop: () => void): MessageScroll {
  const ref = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [lastSeen, setLastSeen] = useState(rows.at(-1)?.key);
  const [found, setFound] = useState<string>();
  const [ends, setEnds] = useState(() => ({ ...endsOf(rows), isPrepended: false }));
  const placed = useRef<string>(undefined);
  /** Key of the row that the line "new" stood above. */
  const newLine = useRef<string>(undefined);
  const sticks = useRef(true);
  const offset = useRef(0);
  const latest = useRef(rows);
  const last = rows.at(-1);
  const next = endsOf(rows);
  if (next.first !== ends.first || next.last !== ends.last)
    setEnds({ ...next, isPrepended: next.last === ends.last && ends.first !== undefined });
  if (isAtEnd && lastSeen !== last?.key) setLastSeen(last?.key);

  const find = useCallback((seq: number) => {
    const index = latest.current.findIndex(({ message }) => message?.seq === seq);
    if (index < 0) return;
    sticks.current = false;
    ref.current?.scrollToIndex(index, { align: 'center' });
    setFound(latest.current[index]!.key);
  }, []);
  const toEnd = (): void => {
    sticks.current = true;
    ref.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  };
  /** Scrolls to the line "new" if it has moved. */
  const toMovedLine = (): boolean => {
    const index = rows.findIndex((row) => row.isFirstNew);
    const key = rows[index]?.key;
    if (key === newLine.current) return false;
    newLine.current = key;
    if (!key) return false;
    sticks.current = false;
    ref.current?.scrollToIndex(index, { align: 'start', offset: -ABOVE_NEW_PX });
    return true;
  };
  const measure = (): void => {
    const { scrollOffset, scrollSize, viewportSize } = ref.current!;
    // Rows that grow below do not leave the end; only scrolling up does.
    if (scrollSize - viewportSize - scrollOffset < NEAR_END_PX) sticks.current = true;
    else if (scrollOffset < offset.current) sticks.current = false;
    offset.current = scrollOffset;
    setAtEnd(sticks.current);
    if (scrollOffset < NEAR_TOP_PX) onTop();
  };

  useLayoutEffect(() => {
    latest.current = rows;
    if (!last) return;
    const isFirst = placed.current === undefined;
    const isSent = last.pending && placed.current !== last.key;
    placed.current = last.key;
    if (!(isFirst && toMovedLine()) && (sticks.current || isSent)) toEnd();
    const frame = requestAnimationFrame(() => {
      // The line moves while the page is hidden, and there is no frame before it is visible.
      if (sticks.current) toMovedLine();
      measure();
    });
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    if (found === undefined) return undefined;
    const timer = setTimeout(() => setFound(undefined), FOUND_MS);
    return () => clearTimeout(timer);
  }, [found]);

  return {
    list: {
      ref,
      shift: ends.isPrepended,
      onScroll: measure,
      onResize: () => {
        if (sticks.current) toEnd();
      },
    },
    isAtEnd,
    lastSeen,
    toEnd,
    found,
    find,
  };
}

const endsOf = (rows: readonly MessageRowData[]): { first: string | undefined; last: string | undefined } => ({
  first: rows[0]?.key,
  last: rows.at(-1)?.key,
});
