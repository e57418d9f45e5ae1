type Pair = [brand: string, one: string, two: string];

/** A block can overtake an older message between nodes; it is remembered for this long. */
const REMEMBERED_MS = 60_000;

/** Pairs of people who were hidden from each other by a block in the last minute. */
export function createRecentBlocks() {
  /** By brand, blocker and blocked person. Both people can block each other. */
  const blocks = new Map<string, { pair: Pair; timer: NodeJS.Timeout }>();
  const remove = (...pair: Pair): void => {
    const key = pair.join(' ');
    clearTimeout(blocks.get(key)?.timer);
    blocks.delete(key);
  };
  /** The pairs of a brand. */
  const pairs = (brand: string): [one: string, two: string][] =>
    [...blocks.values()].flatMap(({ pair: [of, ...people] }) => (of === brand ? [people] : []));
  return {
    add: (...pair: Pair): void => {
      remove(...pair);
      blocks.set(pair.join(' '), { pair, timer: setTimeout(() => remove(...pair), REMEMBERED_MS).unref() });
    },
    remove,
    isEmpty: (): boolean => blocks.size === 0,
    pairs,
    /** The people hidden from a person. */
    from: (brand: string, person: string): string[] =>
      pairs(brand)
        .filter((pair) => pair.includes(person))
        .map(([one, two]) => (one === person ? two : one)),
  };
}
