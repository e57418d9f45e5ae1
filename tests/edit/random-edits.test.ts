import fc from 'fast-check';
import { expect, test } from 'vitest';

import { RandomSession, randomStep } from '../support/edit/random-session.ts';

test('random edits keep files readable, ids unique and the bytes of other blocks', () => {
  let edits = 0;
  const property = fc.property(
    fc.integer({ min: 2, max: 8 }),
    fc.array(randomStep, { minLength: 25, maxLength: 35, size: 'max' }),
    (size, steps) => {
      const session = new RandomSession(size);
      session.check();
      for (const step of steps) session.run(step);
      edits += session.edits;
    },
  );
  fc.assert(property, { numRuns: 12, seed: 20, endOnFailure: true });
  expect(edits).toBeGreaterThan(180);
});
