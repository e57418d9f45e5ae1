import { z } from 'zod';

import type { Purger } from '../purger.ts';

/** A cache in front of a target, by its `type`. */
export const purgerSchema = z.never();

/** Makes the purger of a checked option. */
export function createPurger(options: z.output<typeof purgerSchema>): Purger {
  return options;
}
