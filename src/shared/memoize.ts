/** Counts the calls of {@link forgetResults}. */
let generation = 0;

/** Forgets the results of {@link memoize} and {@link memoizeLast}, for a process that builds again after its inputs changed. */
export const forgetResults = (): void => void (generation += 1);

/**
 * Wraps a function so that it computes the result for each argument once. Objects count as the same argument only where they are identical.
 * A result of `undefined` is computed again.
 */
export function memoize<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  let results = new Map<Argument, Result>();
  let of = generation;
  return (argument) => {
    if (of !== generation) {
      results = new Map();
      of = generation;
    }
    const known = results.get(argument);
    if (known !== undefined) return known;
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}

/** Wraps a function so that it keeps its last result only: for large results that several callers ask for in sequence. */
export function memoizeLast<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { argument: Argument; result: Result; of: number } | undefined;
  return (argument) => {
    if (last?.argument !== argument || last.of !== generation)
      last = { argument, result: compute(argument), of: generation };
    return last.result;
  };
}

/** Wraps a function of an object that never changes. The result stays as long as the object. */
export function memoizeByObject<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, { result: Result }>();
  return (argument) => {
    const known = results.get(argument) ?? { result: compute(argument) };
    results.set(argument, known);
    return known.result;
  };
}
