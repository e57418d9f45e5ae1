/** UTF-8 takes at most this number of bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

const MIN_SIZE = 4_000_000;

/** Holds the pages of a host. A buffer for each page would be garbage, and collecting it takes longer than filling it. */
export class PageBytes {
  #space = Buffer.alloc(0);
  #used = 0;

  /** Joins texts and bytes. The result is valid until {@link reuse}. */
  join(parts: (string | Uint8Array)[]): Buffer {
    this.#reserve(
      parts.reduce((sum, part) => sum + (typeof part === 'string' ? MAX_BYTES_PER_UNIT : 1) * part.length, 0),
    );
    const start = this.#used;
    for (const part of parts) {
      if (typeof part === 'string') this.#used += this.#space.write(part, this.#used);
      else {
        this.#space.set(part, this.#used);
        this.#used += part.length;
      }
    }
    return this.#space.subarray(start, this.#used);
  }

  /** Overwrites earlier results of {@link join} from now on. */
  reuse(): void {
    this.#used = 0;
  }

  /** A full buffer stays with the results in it. */
  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#space.length) return;
    this.#space = Buffer.allocUnsafeSlow(Math.max(MIN_SIZE, bytes));
    this.#used = 0;
  }
}
