/** Units at once, and units regained per second. */
export interface BucketSize {
  burst: number;
  perSecond: number;
}

/** A leaky bucket in memory. Limits that hold across nodes: `src/service/request/rate-limits.ts`. */
export class LeakyBucket {
  #size: BucketSize;
  #used = 0;
  #at = performance.now();

  constructor(size: BucketSize) {
    this.#size = size;
  }

  /** Counts units, if there is room for them. @returns whether there was */
  take(units = 1): boolean {
    this.#drain();
    if (this.#used + units > this.#size.burst) return false;
    this.#used += units;
    return true;
  }

  /** Counts units, whether or not there is room for them. */
  charge(units: number): void {
    this.#drain();
    this.#used += units;
  }

  /** Seconds until a unit fits; 0 while one does. */
  waitSeconds(): number {
    this.#drain();
    return Math.max(0, (this.#used + 1 - this.#size.burst) / this.#size.perSecond);
  }

  isEmpty(): boolean {
    this.#drain();
    return this.#used === 0;
  }

  resize(size: BucketSize): void {
    this.#drain();
    this.#size = size;
  }

  #drain(): void {
    const now = performance.now();
    this.#used = Math.max(0, this.#used - ((now - this.#at) / 1000) * this.#size.perSecond);
    this.#at = now;
  }
}
