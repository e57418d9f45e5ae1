import { expect, test } from 'vitest';

import { countKeyPresses } from './count-key-presses.ts';

/** @param presses key and time in milliseconds, such as `Shift 0`. @returns whether each press was the third */
function press(...presses: string[]): boolean[] {
  const isThird = countKeyPresses('Shift');
  return presses.map((one) => {
    const [key, time, repeat] = one.split(' ') as [string, string, string?];
    return isThird({ key, timeStamp: Number(time), repeat: repeat !== undefined });
  });
}

test('the third of three quick presses is reported', () => {
  expect(press('Shift 0', 'Shift 200', 'Shift 400')).toEqual([false, false, true]);
});

test('capital letters, a held key and slow presses are not reported', () => {
  expect(press('Shift 0', 'A 100', 'Shift 200', 'B 300', 'Shift 400')).not.toContain(true);
  expect(press('Shift 0', 'Shift 300 held', 'Shift 400 held', 'Shift 500 held')).not.toContain(true);
  expect(press('Shift 0', 'Shift 600', 'Shift 1200')).not.toContain(true);
});
