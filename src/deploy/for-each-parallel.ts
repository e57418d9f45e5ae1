/** Runs a task for each item, several at a time. After an error it begins no further task, waits for those that run, and throws. */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
  parallel = 16,
): Promise<void> {
  // An error ends the loop of a worker, which closes the generator for all of them.
  const queue = (function* () {
    yield* items;
  })();
  const work = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  const results = await Promise.allSettled(Array.from({ length: parallel }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
