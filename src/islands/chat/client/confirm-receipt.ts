import { RECEIVED_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

/** Shortest time between two confirmations. */
const PAUSE_MS = 1000;

/**
 * Tells the service which messages of conversations have arrived, at most once a second. Where the user does not show what was
 * seen, messages of the open room are confirmed at the same moment as all others, so that no sender learns which room is open;
 * else reading them confirms them. The first confirmation waits for no timer: browsers slow the timers of hidden pages down.
 * @returns a function that stops it
 */
export function confirmReceipt({ ask }: ChatConnection, { get, subscribe }: Store): () => void {
  /** `seq` of the latest message of the other person, by conversation: arrived, and confirmed. */
  const arrived = new Map<string, number>();
  const confirmed = new Map<string, number>();
  let lobby = get().lobby;
  let confirmedAt = -Infinity;
  let isConfirming = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function findDue(): [room: string, seq: number][] {
    const { rooms = [], seenMarks = true } = lobby ?? {};
    const conversations = rooms.filter(({ kind }) => kind !== 'public');
    for (const { id, unread, head, last } of conversations) {
      const isFirst = !arrived.has(id);
      const seq = isFirst && unread ? head : last && !last.isOwn ? last.seq : 0;
      arrived.set(id, Math.max(seq, arrived.get(id) ?? 0));
      // What was read before the page was loaded, was confirmed.
      if (isFirst && !unread) confirmed.set(id, seq);
    }
    return conversations
      .filter(({ unread }) => unread > 0 || !seenMarks)
      .map(({ id }): [string, number] => [id, arrived.get(id)!])
      .filter(([id, seq]) => seq > (confirmed.get(id) ?? 0))
      .slice(0, RECEIVED_MAX);
  }
  function check(): void {
    const due = findDue();
    if (isConfirming || !due.length) return;
    clearTimeout(timer);
    const waitMs = confirmedAt + PAUSE_MS - performance.now();
    if (waitMs > 0) timer = setTimeout(check, waitMs);
    else void confirm(due);
  }
  async function confirm(due: [room: string, seq: number][]): Promise<void> {
    isConfirming = true;
    confirmedAt = performance.now();
    const answer = await ask('received', { heads: Object.fromEntries(due) });
    isConfirming = false;
    // After a failure, the next change of the lobby tries again.
    if ('error' in answer) return;
    for (const [room, seq] of due) confirmed.set(room, seq);
    check();
  }

  const unsubscribe = subscribe(() => {
    if (get().lobby === lobby) return;
    lobby = get().lobby;
    check();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
