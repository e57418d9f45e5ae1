import type { Delivery } from './room-broadcast.ts';

/**
 * Joins changes of a room that follow each other and go to the same people: a reader is sent one frame for all of them. Most of the
 * time of a broadcast goes into one system call for each reader and frame.
 */
export function mergeDeliveries(deliveries: Delivery[]): Delivery[] {
  const merged: Delivery[] = [];
  const last = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const key = `${delivery.brand}/${delivery.changes.room}`;
    const before = last.get(key);
    if (before && isContinuedBy(before, delivery)) {
      const { changes } = before;
      before.changes = {
        ...changes,
        head: delivery.changes.head,
        messages: [...changes.messages, ...delivery.changes.messages],
      };
    } else {
      const copy = { ...delivery };
      last.set(key, copy);
      merged.push(copy);
    }
  }
  return merged;
}

const isContinuedBy = (before: Delivery, { changes, hiddenFrom, only }: Delivery): boolean =>
  before.changes.head === changes.from &&
  before.only === only &&
  before.hiddenFrom.toSorted().join(' ') === hiddenFrom.toSorted().join(' ');
