/** Runs one task after the other, in the order in which they come, whether or not the ones before it fail. */
export type SerialQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
