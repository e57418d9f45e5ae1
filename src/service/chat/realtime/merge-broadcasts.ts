import type { RoomBroadcast } from './room-broadcast.ts';

/**
 * Merges consecutive changes of a room for the same recipients into a single frame per socket. Most of the time of a broadcast
 * is a system call per socket and frame.
 */
export function mergeBroadcasts(broadcasts: RoomBroadcast[]): RoomBroadcast[] {
  const merged: RoomBroadcast[] = [];
  const last = new Map<string, RoomBroadcast>();
  for (const broadcast of broadcasts) {
    const key = `${broadcast.brand}/${broadcast.changes.room}`;
    const before = last.get(key);
    if (before && isContinuedBy(before, broadcast)) {
      const { changes } = before;
      before.changes = {
        ...changes,
        head: broadcast.changes.head,
        messages: [...changes.messages, ...broadcast.changes.messages],
      };
    } else {
      const copy = { ...broadcast };
      last.set(key, copy);
      merged.push(copy);
    }
  }
  return merged;
}

const isContinuedBy = (before: RoomBroadcast, { changes, hiddenFrom, only }: RoomBroadcast): boolean =>
  before.changes.head === changes.from &&
  before.only === only &&
  before.hiddenFrom.toSorted().join(' ') === hiddenFrom.toSorted().join(' ');
