import { expect, test } from 'vitest';

import { findRegressions, type Limits, measuredIn } from './compare.ts';

const record: Limits = { cold: { ratio: 10, megabytes: 500 }, rule: { ratio: 0.5, megabytes: 100 } };

test('each figure is the median of its rounds, processor seconds beside the reference of the same round', () => {
  const rounds = [1, 2, 8].map((slowness) => ({
    reference: { cpuSeconds: slowness, megabytes: 50 },
    programs: { cold: { cpuSeconds: 10 * slowness, megabytes: 500 * slowness } },
  }));
  expect(measuredIn(rounds)).toEqual({ cold: { ratio: 10, megabytes: 1000 } });
});

test.each<[string, Limits[string], string, number, number]>([
  ['as recorded', { ratio: 10, megabytes: 500 }, 'cold', 1, 0],
  ['15 % more', { ratio: 11.5, megabytes: 575 }, 'cold', 1, 0],
  ['more processor time', { ratio: 11.6, megabytes: 500 }, 'cold', 1, 1],
  ['more memory', { ratio: 10, megabytes: 576 }, 'cold', 1, 1],
  ['more of both', { ratio: 12, megabytes: 600 }, 'cold', 1, 2],
  ['50 ms more of little', { ratio: 0.6, megabytes: 100 }, 'rule', 0.5, 0],
  ['60 ms more of little', { ratio: 0.62, megabytes: 100 }, 'rule', 0.5, 1],
  ['a program without a record', { ratio: 1, megabytes: 1 }, 'new', 1, 1],
])('%s', (_, limit, name, referenceSeconds, count) => {
  expect(findRegressions({ [name]: limit }, record, referenceSeconds)).toHaveLength(count);
});
