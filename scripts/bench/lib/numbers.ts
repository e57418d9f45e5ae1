import { median } from '../../lib/median.ts';

/** The median of each measured value. */
export function medianOf<Measured extends Record<keyof Measured, number>>({ runs }: { runs: Measured[] }): Measured {
  const names = Object.keys(runs[0]!) as (keyof Measured)[];
  const medians = names.map((name) => [name, median(runs.map((run) => run[name]))]);
  return Object.fromEntries(medians) as Measured;
}

/** @example formatNumber(1234.5) // '1,235', formatNumber(1.5, 2) // '1.50' */
export const formatNumber = (value: number, decimals = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
