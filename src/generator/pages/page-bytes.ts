/** UTF-8 takes at most this number of bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

const MIN_SIZE = 4_000_000;

/** Holds the pages of a host. A buffer for each page would be garbage, and collecting it takes longer than filling it. */
let space = Buffer.alloc(0);
let used = 0;

/** Joins texts and bytes. The result is valid until {@link reusePageBytes}. */
export function joinBytes(parts: (string | Uint8Array)[]): Buffer {
  reserve(parts.reduce((sum, part) => sum + (typeof part === 'string' ? MAX_BYTES_PER_UNIT : 1) * part.length, 0));
  const start = used;
  for (const part of parts) {
    if (typeof part === 'string') used += space.write(part, used);
    else {
      space.set(part, used);
      used += part.length;
    }
  }
  return space.subarray(start, used);
}

/** Overwrites earlier results of {@link joinBytes} from now on. */
export const reusePageBytes = (): void => void (used = 0);

/** A full buffer stays with the results in it. */
function reserve(bytes: number): void {
  if (used + bytes <= space.length) return;
  space = Buffer.allocUnsafeSlow(Math.max(MIN_SIZE, bytes));
  used = 0;
}
