import { useEffect, useState } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import type { RoomState } from '../client/chat-client-types.ts';

/**
 * Seconds until the user may write again in a room with slow mode. They count from the moment when their last message or edit appeared: the
 * clocks of browser and service can differ; and from the time of a message that was there before.
 * @param own the user's last message
 * @param edits number of the user's edits since the room was opened
 */
export function useSlowMode(
  slowSeconds: number,
  room: RoomState | undefined,
  own: ChatMessage | undefined,
  edits: number,
): number {
  const isReady = room?.status === 'ready';
  const [counted, setCounted] = useState({ isReady: false, seq: own?.seq, edits, left: 0 });
  if (counted.isReady !== isReady || counted.seq !== own?.seq || counted.edits !== edits) {
    const isNew = counted.isReady && (counted.edits !== edits || own === room?.messages.at(-1));
    setCounted({ isReady, seq: own?.seq, edits, left: isNew ? slowSeconds : secondsLeft(slowSeconds, own) });
  }
  // A moderator has shortened or ended slow mode.
  else if (counted.left > slowSeconds) setCounted({ ...counted, left: slowSeconds });
  const { left } = counted;
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(() => setCounted((now) => ({ ...now, left: now.left - 1 })), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

const secondsLeft = (slowSeconds: number, own: ChatMessage | undefined): number =>
  own ? Math.min(slowSeconds, Math.max(0, slowSeconds - Math.floor((Date.now() - own.at) / 1000))) : 0;
