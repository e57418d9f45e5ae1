/** A number held so long tells of no single person who comes or goes. */
const HELD_MS = 60_000;

/** Counts people for visitors: in round numbers, once a minute. */
export function createOnlineCount(countPeople: () => number): () => number {
  let moreThan = 0;
  let countedAt = -Infinity;
  return () => {
    if (performance.now() - countedAt >= HELD_MS) {
      moreThan = roundBelow(countPeople());
      countedAt = performance.now();
    }
    return moreThan;
  };
}

/** The largest of 10, 20 … 90, 100, 200 … that is below a number; 0 if there is none. */
export function roundBelow(people: number): number {
  if (people <= 10) return 0;
  const step = 10 ** Math.floor(Math.log10(people - 1));
  return Math.floor((people - 1) / step) * step;
}
