import { required } from '../../../src/shared/required.ts';
import { median } from '../../lib/median.ts';

/** The median of each measured value. */
export function medianOf<Measured extends Record<keyof Measured, number>>({ runs }: { runs: Measured[] }): Measured {
  const names = Object.keys(required(runs[0], 'run')) as (keyof Measured)[];
  const medians = names.map((name) => [name, median(runs.map((run) => run[name]))]);
  return Object.fromEntries(medians) as Measured;
}

/** The number that a share of the numbers does not exceed. */
export function quantile(numbers: number[], share: number): number {
  const place = Math.min(numbers.length - 1, Math.floor(numbers.length * share));
  return required(numbers.toSorted((one, other) => one - other)[place], 'number of a quantile');
}

/** @example formatNumber(1234.5) // '1,235', formatNumber(1.5, 2) // '1.50' */
export const formatNumber = (value: number, decimals = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
