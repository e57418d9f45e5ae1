import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { RoomState } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';

/**
 * Loads older messages until a day is reached, then jumps to its first message.
 * @param find scrolls to the message with a `seq`
 * @returns a function that takes the day as `2026-11-23`
 */
export function useJumpToDay(
  room: string,
  { messages, oldest, hasOlder, isLoadingOlder }: RoomState,
  find: (seq: number) => void,
): (day: string) => void {
  const { client, t, showToast } = useChat();
  /** Start of the day in milliseconds since 1970. */
  const [target, setTarget] = useState<number>();
  /** The oldest message at the last request: without an older message, the request has failed. */
  const asked = useRef<number>(undefined);
  const step = useEffectEvent(() => {
    if (target === undefined || isLoadingOlder) return;
    if (hasOlder && oldest && oldest.at >= target) {
      if (asked.current !== oldest.seq) {
        asked.current = oldest.seq;
        client.loadOlder(room);
        return;
      }
      showToast(t('chatErrors.lost'));
    } else {
      const message = messages.find(({ at }) => at >= target) ?? messages.at(-1);
      if (message) find(message.seq);
    }
    setTarget(undefined);
  });
  useEffect(() => step());
  return (day) => {
    asked.current = undefined;
    if (day) setTarget(new Date(`${day}T00:00`).getTime());
  };
}
