import { expect, test } from 'vitest';

import { describeSent } from '../../../src/deploy/format-bytes.ts';
import { secondsLeft } from './show-transfer.ts';

test.each([
  [0, 5000, '0 bytes of 61 MB'],
  [100, 1000, '100 bytes of 61 MB'],
  [15_250_000, 3000, '15.3 MB of 61 MB, 9 s left'],
  [610_000, 3000, '610 kB of 61 MB, 5 min left'],
  [61e6, 3000, '61 MB of 61 MB, waiting for the target'],
])('after %i bytes of 61 MB and %i ms', (bytes, elapsedMs, text) =>
  expect(describeSent(bytes, 61e6, secondsLeft(bytes, 61e6, elapsedMs))).toBe(text),
);
