type Pair = [brand: string, one: string, two: string];

/** Pairs of people who were hidden from each other by a block in the last minute. */
export interface RecentBlocks {
  add: (...pair: Pair) => void;
  remove: (...pair: Pair) => void;
  isEmpty: () => boolean;
  /** The pairs of a brand. */
  pairs: (brand: string) => [one: string, two: string][];
  /** The people hidden from a person. */
  from: (brand: string, person: string) => string[];
}

/** A block can overtake an older message between nodes; it is remembered for this long. */
const REMEMBERED_MS = 60_000;

export function createRecentBlocks(): RecentBlocks {
  /** Timers by brand, blocker and blocked person. Both people can block each other. */
  const timers = new Map<string, NodeJS.Timeout>();
  const remove = (...pair: Pair): void => {
    const key = pair.join(' ');
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  const pairs = (brand: string): [string, string][] =>
    [...timers.keys()].flatMap((key) => {
      const [of, one, two] = key.split(' ');
      return of === brand ? [[one!, two!]] : [];
    });
  return {
    add: (...pair) => {
      remove(...pair);
      timers.set(pair.join(' '), setTimeout(() => remove(...pair), REMEMBERED_MS).unref());
    },
    remove,
    isEmpty: () => timers.size === 0,
    pairs,
    from: (brand, person) =>
      pairs(brand)
        .filter((pair) => pair.includes(person))
        .map(([one, two]) => (one === person ? two : one)),
  };
}
