import { useEffect, useState } from 'react';

import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { RoomState } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';

/**
 * Seconds until the user may write again in a room with slow mode. They count from the moment when their last message or edit appeared, and
 * from the time of a message that was there before.
 * @param own the user's last message
 * @param edits number of the user's edits since the room was opened
 */
export function useSlowMode(
  slowSeconds: number,
  room: RoomState | undefined,
  own: ChatMessage | undefined,
  edits: number,
): number {
  const { client } = useChat();
  const isReady = room?.status === 'ready';
  const [counted, setCounted] = useState({ isReady: false, seq: own?.seq, edits, slowSeconds, left: 0 });
  const hasActed = counted.seq !== own?.seq || counted.edits !== edits;
  if (counted.isReady !== isReady || hasActed || counted.slowSeconds !== slowSeconds) {
    const isNew = counted.isReady && hasActed && (counted.edits !== edits || own === room?.messages.at(-1));
    // A moderator who shortens or ends slow mode shortens the wait.
    const isShorter = counted.isReady && !hasActed && counted.slowSeconds > slowSeconds;
    const left = isShorter ? Math.min(counted.left, slowSeconds) : secondsLeft(slowSeconds, own, client.now());
    setCounted({ isReady, seq: own?.seq, edits, slowSeconds, left: isNew ? slowSeconds : left });
  }
  const { left } = counted;
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(() => setCounted((now) => ({ ...now, left: now.left - 1 })), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

const secondsLeft = (slowSeconds: number, own: ChatMessage | undefined, now: number): number =>
  own ? Math.min(slowSeconds, Math.max(0, slowSeconds - Math.floor((now - own.at) / 1000))) : 0;
