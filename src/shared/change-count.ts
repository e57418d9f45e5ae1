/** Changes a count by key. A count of 0 has no entry. */
export function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count) counts.set(key, count);
  else counts.delete(key);
}
