/**
 * A value that is missing only through a bug of the program.
 * @param name of the value, for the error
 * @throws Error that names it if it is missing
 */
export function required<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`Missing: ${name}.`);
  return value;
}

/** The value of a key that a map has. @throws Error that names the key if the map has it not */
export function lookUp<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`No entry for "${String(key)}".`);
  return value;
}
