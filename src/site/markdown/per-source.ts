import type { Source } from './sources.ts';

/** Many editions show one file: this reads it for the first of them and remembers the result. */
export function perSource<Result>(read: (source: Source) => Result): (source: Source) => Result {
  const results = new WeakMap<Source, { result: Result }>();
  return (source) => {
    const known = results.get(source) ?? { result: read(source) };
    results.set(source, known);
    return known.result;
  };
}
