/** Wraps a function of an object that never changes. Its result stays as long as the object. */
export function cachedBy<Owner extends object, Result>(compute: (owner: Owner) => Result): (owner: Owner) => Result {
  const results = new WeakMap<Owner, Result>();
  return (owner) => {
    const known = results.get(owner);
    if (known !== undefined || results.has(owner)) return known as Result;
    const result = compute(owner);
    results.set(owner, result);
    return result;
  };
}

/** Wraps a function of an object that never changes, and of a name or another value. Its results stay as long as the object. */
export function cachedByBoth<Owner extends object, Name, Result>(
  compute: (owner: Owner, name: Name) => Result,
): (owner: Owner, name: Name) => Result {
  const resultsOf = cachedBy((_owner: Owner) => new Map<Name, Result>());
  return (owner, name) => {
    const results = resultsOf(owner);
    const known = results.get(name);
    if (known !== undefined || results.has(name)) return known as Result;
    const result = compute(owner, name);
    results.set(name, result);
    return result;
  };
}
