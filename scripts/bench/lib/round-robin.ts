import { required } from '../../../src/shared/required.ts';

/** Returns a function that gives the items in turn, and begins again behind the last. */
export function roundRobin<Item extends object | string | number>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => required<Item | undefined>(items[next++ % items.length], 'item to give in turn');
}
