import type { ChatOutcome, Deletion } from './chat-client-types.ts';

/**
 * Deletions that the user can still undo.
 * @param send sends a deletion to the service
 * @param onChange called when a message of the room is hidden or shown again
 */
export function createDelayedDeletions(
  send: (room: string, seq: number) => Promise<ChatOutcome>,
  onChange: (room: string) => void,
) {
  const hidden = new Set<string>();
  const waiting = new Set<Deletion>();
  return {
    start: (room: string, seq: number): Deletion => {
      const key = keyOf(room, seq);
      let isUndone = false;
      let sending: Promise<ChatOutcome> | undefined;
      const show = (): void => {
        hidden.delete(key);
        onChange(room);
      };
      const run = async (): Promise<ChatOutcome> => {
        waiting.delete(deletion);
        const outcome = await send(room, seq);
        if (outcome) show();
        return outcome;
      };
      let settle = (): void => {};
      const settled = new Promise<void>((done) => (settle = done));
      const deletion: Deletion = {
        settled,
        undo: () => {
          if (sending || isUndone) return;
          isUndone = true;
          waiting.delete(deletion);
          show();
          settle();
        },
        send: () => {
          if (isUndone) return Promise.resolve(undefined);
          sending ??= run();
          settle();
          return sending;
        },
      };
      hidden.add(key);
      waiting.add(deletion);
      onChange(room);
      return deletion;
    },
    /** Whether a message has to look deleted. */
    includes: (room: string, seq: number): boolean => hidden.has(keyOf(room, seq)),
    /** Sends all deletions at once: the page may be closed. */
    sendAll: (): void => {
      for (const deletion of waiting) void deletion.send();
    },
  };
}

const keyOf = (room: string, seq: number): string => `${room} ${seq}`;
