import type { RoomChanges } from '../../../../contract/chat/chat-protocol.ts';
import type { ChatConnection } from '../socket-connection.ts';
import { type RoomLog, withChanges, withMissed } from './room-log.ts';

/** Wait before missing changes are fetched: events of several nodes arrive in any order, so most gaps fill themselves. */
const GAP_MS = 200;

/** Keeps logs without a gap. @param buffered changes that arrived before their predecessors */
export function fillGaps(
  logs: Map<string, RoomLog>,
  buffered: Map<string, RoomChanges[]>,
  ask: ChatConnection['ask'],
  publish: (room: string) => void,
) {
  const fetching = new Set<string>();

  async function fetchMissed(room: string): Promise<void> {
    const log = logs.get(room);
    if (!log || fetching.has(room)) return;
    fetching.add(room);
    const answer = await ask('since', { room, position: log.position });
    fetching.delete(room);
    const now = logs.get(room);
    // The next change, connection or probe fetches the buffered changes too.
    if ('error' in answer || !now) return void buffered.delete(room);
    logs.set(room, withMissed(now, answer.ok));
    settle(room);
  }

  /** Publishes a room and applies its buffered changes. */
  function settle(room: string): void {
    const waiting = buffered.get(room)?.toSorted((one, other) => one.head - other.head);
    buffered.delete(room);
    publish(room);
    for (const changes of waiting ?? []) add(changes);
  }

  function add(changes: RoomChanges): void {
    const { room } = changes;
    const log = logs.get(room);
    const next = log && withChanges(log, changes);
    if (next && next !== 'gap') {
      logs.set(room, next);
      settle(room);
      return;
    }
    const waiting = buffered.get(room);
    if (waiting) waiting.push(changes);
    else if (log) {
      buffered.set(room, [changes]);
      setTimeout(() => buffered.has(room) && void fetchMissed(room), GAP_MS);
    }
  }

  /** Fetches missed changes of rooms whose head is beyond their log. */
  async function catchUp(heads: Record<string, number>): Promise<void> {
    const behind = Object.entries(heads).filter(([room, head]) => (logs.get(room)?.position ?? head) < head);
    await Promise.all(behind.map(([room]) => fetchMissed(room)));
  }

  return { add, settle, fetchMissed, catchUp };
}
