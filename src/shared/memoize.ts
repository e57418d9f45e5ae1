/**
 * Wraps a function of its argument alone, so that it computes each result once. The results stay: for few arguments, such as languages.
 * A result of `undefined` is computed again.
 */
export function memoize<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}
