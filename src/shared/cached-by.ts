/** Wraps a function of an object that never changes, and perhaps of a name. Its results stay as long as the object. */
export function cachedBy<Owner extends object, Result>(compute: (owner: Owner) => Result): (owner: Owner) => Result;
export function cachedBy<Owner extends object, Name, Result>(
  compute: (owner: Owner, name: Name) => Result,
): (owner: Owner, name: Name) => Result;
export function cachedBy<Owner extends object, Name, Result>(
  compute: (owner: Owner, name: Name) => Result,
): (owner: Owner, name: Name) => Result {
  const results = new WeakMap<Owner, Map<Name, Result>>();
  return (owner, name) => {
    let known = results.get(owner);
    if (!known) results.set(owner, (known = new Map()));
    const result = known.get(name);
    if (result !== undefined || known.has(name)) return result as Result;
    const computed = compute(owner, name);
    known.set(name, computed);
    return computed;
  };
}
