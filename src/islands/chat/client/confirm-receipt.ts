import { RECEIVED_MAX, type RoomFacts } from '../../../contract/chat-protocol.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

const GATHER_MS = 1000;

/** Tells the service which messages of conversations have arrived but were not read, at most once a second. */
export function confirmReceipt({ ask }: ChatConnection, { get, subscribe }: Store): { stop: () => void } {
  /** Confirmed heads by room. */
  const confirmed = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen: readonly RoomFacts[] | undefined;

  const due = (): RoomFacts[] =>
    (get().lobby?.rooms ?? [])
      .filter(({ id, kind, unread, head }) => kind !== 'public' && unread > 0 && head > (confirmed.get(id) ?? 0))
      .slice(0, RECEIVED_MAX);
  const check = (): void => {
    if (due().length) timer ??= setTimeout(() => void confirm(), GATHER_MS);
  };
  async function confirm(): Promise<void> {
    const heads = Object.fromEntries(due().map(({ id, head }) => [id, head]));
    const answer = Object.keys(heads).length ? await ask('received', { heads }) : undefined;
    timer = undefined;
    // After a failure, the next change of the lobby tries again.
    if (!answer || 'error' in answer) return;
    for (const [room, head] of Object.entries(heads)) confirmed.set(room, head);
    check();
  }

  const unsubscribe = subscribe(() => {
    const rooms = get().lobby?.rooms;
    if (rooms === seen) return;
    seen = rooms;
    check();
  });
  return {
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
