/** @example 61 kB */
export function bytesIn(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(Math.round(bytes / 1e5) / 10).toLocaleString('en')} MB`;
}

/**
 * How far a transfer is.
 * @param secondsLeft null where it is not known yet
 * @example 15.3 MB of 61 MB, 9 s left
 */
export function describeSent(bytes: number, total: number, secondsLeft: number | null): string {
  const sent = `${bytesIn(bytes)} of ${bytesIn(total)}`;
  if (bytes >= total) return `${sent}, waiting for the target`;
  if (secondsLeft === null) return sent;
  return `${sent}, ${secondsLeft <= 90 ? `${secondsLeft} s` : `${Math.ceil(secondsLeft / 60)} min`} left`;
}
