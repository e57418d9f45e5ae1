import { expect, test } from 'vitest';

import { countKeyPresses } from './count-key-presses.ts';

/** Whether each press was the third, given as `Shift 0`, its time in milliseconds. */
function press(...presses: string[]): boolean[] {
  const isThird = countKeyPresses('Shift');
  return presses.map((one) => {
    const [key, time, repeat] = one.split(' ') as [string, string, string?];
    return isThird({ key, timeStamp: Number(time), repeat: repeat !== undefined });
  });
}

test('three quick presses are told, and only the third of them', () => {
  expect(press('Shift 0', 'Shift 200', 'Shift 400')).toEqual([false, false, true]);
});

test('whoever writes capitals, holds the key or takes time is not meant', () => {
  expect(press('Shift 0', 'A 100', 'Shift 200', 'B 300', 'Shift 400')).not.toContain(true);
  expect(press('Shift 0', 'Shift 300 held', 'Shift 400 held', 'Shift 500 held')).not.toContain(true);
  expect(press('Shift 0', 'Shift 600', 'Shift 1200')).not.toContain(true);
});
