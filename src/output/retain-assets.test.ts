import { expect, test } from 'vitest';

import type { KeptFiles, ManifestFiles } from './manifest.ts';
import { ASSET_DAYS, retainAssets } from './retain-assets.ts';

const dayAfter = (days: number): string => new Date(Date.UTC(2026, 10, 1 + days)).toISOString().slice(0, 10);

const asset = (number: number): ManifestFiles => ({
  [`_astro/app.${number}.js`]: { sha256: String(number).padStart(64, '0'), bytes: number },
  'index.html': { sha256: String(number).padStart(64, 'f'), bytes: number },
});

/** Day of each build, and the number of its script. Scripts come back. */
const BUILDS = [0, 0, 1, 1, 5, 14, 15, 19, 20, 40, 41].map((day, index): [number, number] => [day, (index * 3) % 7]);

test('hashed files are served for the days of their retention after their last build, and no longer', () => {
  let before: { files: ManifestFiles; kept: KeptFiles } | undefined;
  for (const [index, [day, number]] of BUILDS.entries()) {
    const files = asset(number);
    const kept = retainAssets(files, before, { day: dayAfter(day) });
    const former = BUILDS.slice(0, index).flatMap(([, old], at) => {
      // Its last build is that before the next one.
      const gone = BUILDS[at + 1]![0];
      return old !== number && gone + ASSET_DAYS >= day ? Object.keys(asset(old)).slice(0, 1) : [];
    });
    expect(Object.keys(kept).toSorted(), dayAfter(day)).toEqual([...new Set(former)].toSorted());
    before = { files, kept };
  }
});

test('a file stays beyond its day while a target keeps a generation that has it', () => {
  const retention = { day: dayAfter(30), isKept: (build: string) => build === 'first' };
  const first = { files: asset(1), kept: {} };
  const kept = retainAssets(asset(2), first, { day: dayAfter(0), before: 'first' });
  const second = { files: asset(2), kept };
  expect(Object.keys(retainAssets(asset(2), second, retention))).toEqual(['_astro/app.1.js']);
  expect(retainAssets(asset(2), second, { day: dayAfter(30) })).toEqual({});
});

test('a file without a day, of an earlier release, is served for the whole time', () => {
  const before = { files: asset(2), kept: { '_astro/app.1.js': { sha256: '1'.repeat(64), bytes: 1 } } };
  expect(retainAssets(asset(2), before, { day: dayAfter(0) })['_astro/app.1.js']?.until).toBe(dayAfter(ASSET_DAYS));
});
