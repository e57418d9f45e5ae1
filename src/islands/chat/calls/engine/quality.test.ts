import { expect, test } from 'vitest';

import { BEST, nextQuality, type Quality, type Sample, STEPS } from './quality.ts';

const well: Sample = { lost: 0, roundTripMs: 60, bits: 5_000_000 };
const badly: Sample = { ...well, lost: 0.2 };
const last = STEPS.length - 1;

/** The step after each sample. */
function stepsOf(samples: Sample[], from: Quality = BEST): number[] {
  let quality = from;
  return samples.map((sample) => {
    quality = nextQuality(quality, sample);
    return quality.step;
  });
}
const times = (count: number, sample: Sample): Sample[] => Array.from({ length: count }, () => sample);

test('a bad connection lowers the resolution, then the frame rate, then stops the picture', () => {
  const fall = [...new Set(stepsOf(times(40, badly)))].map((step) => STEPS[step]);
  expect(fall.at(-1)).toBeUndefined();
  const pictures = [STEPS[0], ...fall].flatMap((one) => one ?? []);
  const least = Math.max(...pictures.map(({ scale }) => scale));
  for (const [index, picture] of pictures.slice(1).entries()) {
    const before = pictures[index]!;
    expect(picture.bits).toBeLessThanOrEqual(before.bits);
    if (picture.frames < before.frames) expect(before.scale).toBe(least);
  }
  expect(pictures.at(-1)!.frames).toBeLessThan(pictures[0]!.frames);
});

test('single bad samples change nothing', () => {
  expect(stepsOf([badly, well, badly, well, badly])).toEqual([0, 0, 0, 0, 0]);
  expect(stepsOf([badly, badly])).toEqual([0, 1]);
});

test('a slow or narrow connection is as bad as packet loss', () => {
  expect(stepsOf(times(2, { ...well, roundTripMs: 1500 }))).toEqual([0, 1]);
  // Until the encoder fits the bandwidth.
  const narrow = stepsOf(times(40, { ...well, bits: 150_000 })).at(-1)!;
  expect(STEPS[narrow]!.bits).toBeLessThanOrEqual(300_000);
  expect(narrow).toBeLessThan(last);
});

test('the quality rises slowly, by single steps', () => {
  const bottom: Quality = { step: last, good: 0, bad: 0 };
  const back = stepsOf(times(60, well), bottom);
  expect(back[3]).toBe(last);
  expect(back.at(-1)).toBe(0);
  for (const [index, step] of back.slice(1).entries()) expect(back[index]! - step).toBeLessThanOrEqual(1);
  expect(stepsOf(times(60, { ...well, lost: 0.05 }), bottom).at(-1)).toBe(last);
});
