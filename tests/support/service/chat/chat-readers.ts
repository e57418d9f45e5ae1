import { setTimeout as sleep } from 'node:timers/promises';

import type { ChatMessage } from '../../../../src/contract/chat/chat-protocol.ts';
import type { ChatClient } from '../../../../src/islands/chat/client/chat-client-types.ts';

/** Loads the whole history of opened rooms. */
export async function loadAll({ getState, loadOlder }: ChatClient, rooms: readonly string[]): Promise<void> {
  for (const room of rooms)
    while (getState().rooms[room]!.hasOlder) {
      loadOlder(room);
      await sleep(20);
    }
}

/** All messages in the data of a socket event, at any depth. */
export function messagesIn(data: unknown): ChatMessage[] {
  if (Array.isArray(data)) return data.flatMap(messagesIn);
  if (typeof data !== 'object' || data === null) return [];
  if ('seq' in data && 'sender' in data) return [data as ChatMessage];
  return Object.values(data).flatMap(messagesIn);
}
