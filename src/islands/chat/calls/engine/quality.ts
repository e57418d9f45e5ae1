/** Settings of the encoder, best first; `undefined` sends no picture. */
export const STEPS = [
  { scale: 1, frames: 30, bits: 1_500_000 },
  { scale: 1.5, frames: 30, bits: 800_000 },
  { scale: 2, frames: 30, bits: 500_000 },
  { scale: 4, frames: 30, bits: 200_000 },
  { scale: 4, frames: 15, bits: 120_000 },
  { scale: 4, frames: 7, bits: 70_000 },
  undefined,
] as const;

/** Measurements of the last seconds. */
export interface Sample {
  /** Share of packets that did not arrive. */
  lost: number;
  roundTripMs: number;
  /** Estimated bandwidth in bits a second, where the browser knows it. */
  bits: number | undefined;
}

export interface Quality {
  /** Index into STEPS. */
  step: number;
  /** Consecutive good samples, and consecutive bad samples. */
  good: number;
  bad: number;
}

export const BEST: Quality = { step: 0, good: 0, bad: 0 };

/** Down after two bad samples, so that a single burst changes nothing; up after five good samples. */
const DOWN_AFTER = 2;
const UP_AFTER = 5;

/** Whether packets get lost or arrive late. */
export const isWeak = ({ lost, roundTripMs }: Sample): boolean => lost > 0.08 || roundTripMs > 800;

/** The quality after a further sample: lowers the resolution first, then the frame rate, then stops the picture. Rises slowly. */
export function nextQuality({ step, good, bad }: Quality, sample: Sample): Quality {
  const isShort = (of: number): boolean => sample.bits !== undefined && sample.bits < (STEPS[of]?.bits ?? 0) / 2;
  if (isWeak(sample) || isShort(step))
    return bad + 1 < DOWN_AFTER
      ? { step, good: 0, bad: bad + 1 }
      : { step: Math.min(step + 1, STEPS.length - 1), good: 0, bad: 0 };
  // Neither good nor bad: keep the step.
  if (sample.lost > 0.02 || isShort(step - 1)) return { step, good: 0, bad: 0 };
  return good + 1 < UP_AFTER ? { step, good: good + 1, bad: 0 } : { step: Math.max(step - 1, 0), good: 0, bad: 0 };
}
