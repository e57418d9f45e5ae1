/** What is asked of the encoder, best first; nothing where no picture is sent. */
export const STEPS = [
  { scale: 1, frames: 30, bits: 1_500_000 },
  { scale: 1.5, frames: 30, bits: 800_000 },
  { scale: 2, frames: 30, bits: 500_000 },
  { scale: 4, frames: 30, bits: 200_000 },
  { scale: 4, frames: 15, bits: 120_000 },
  { scale: 4, frames: 7, bits: 70_000 },
  undefined,
] as const;

/** What the last seconds were like. */
export interface Sample {
  /** Share of packets that did not arrive. */
  lost: number;
  roundTripMs: number;
  /** What the connection is thought to carry, in bits a second, if anybody knows. */
  bits: number | undefined;
}

export interface Quality {
  /** Index into STEPS. */
  step: number;
  /** Samples in a row that were good, and that were bad. */
  good: number;
  bad: number;
}

export const BEST: Quality = { step: 0, good: 0, bad: 0 };

/** Down after two bad samples, so that one burst changes nothing; up after five good ones. */
const DOWN_AFTER = 2;
const UP_AFTER = 5;

/** Whether the connection carries its load badly. */
export const isWeak = ({ lost, roundTripMs }: Sample): boolean => lost > 0.08 || roundTripMs > 800;

/** The quality after one more sample: less resolution first, then fewer frames, then no picture; back up slowly. */
export function nextQuality({ step, good, bad }: Quality, sample: Sample): Quality {
  const isShort = (of: number): boolean => sample.bits !== undefined && sample.bits < (STEPS[of]?.bits ?? 0) / 2;
  if (isWeak(sample) || isShort(step))
    return bad + 1 < DOWN_AFTER
      ? { step, good: 0, bad: bad + 1 }
      : { step: Math.min(step + 1, STEPS.length - 1), good: 0, bad: 0 };
  // Between good and bad everything stays as it is.
  if (sample.lost > 0.02 || isShort(step - 1)) return { step, good: 0, bad: 0 };
  return good + 1 < UP_AFTER ? { step, good: good + 1, bad: 0 } : { step: Math.max(step - 1, 0), good: 0, bad: 0 };
}
