import pLimit from 'p-limit';

/** Runs a task for each item, several at a time. After an error it begins no further task, waits for those that run, and throws. */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
  concurrency = 16,
): Promise<void> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const end = (error: unknown): never => {
    limit.clearQueue();
    throw error;
  };
  const results = await Promise.allSettled(Array.from(items, (item) => limit(() => task(item).catch(end))));
  // Tasks that were not begun stand behind the one that failed.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
