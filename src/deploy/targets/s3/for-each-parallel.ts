/** Requests at a time. A bucket takes 3,500 writes a second. */
const PARALLEL = 16;

/** Runs a task for each item, several at a time. After an error it begins no further task, waits for those that run, and throws. */
export async function forEachParallel<Item>(items: Iterable<Item>, task: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  const queue = [...items].values();
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (errors.length) return;
      try {
        await task(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (errors.length) throw errors[0];
}
