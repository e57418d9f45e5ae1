import { required } from '../../src/shared/required.ts';

/** The middle value; the larger of two in the middle. */
export function median(numbers: number[]): number {
  return required(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)], 'number of a median');
}
