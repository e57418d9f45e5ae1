import { z } from 'zod';

import { cleanText } from './clean-text.ts';

/**
 * A string of a schema. Every string of a request has a bound: a longer string is refused before it is trimmed, normalized or matched.
 * @param max in UTF-16 units, as it was sent
 */
export const boundedString = (max: number, tooLong?: string, missing?: string): z.ZodString =>
  z.string(missing).max(max, { abort: true, error: tooLong });

/**
 * A text in the words of a user, cleaned for storage and display.
 * @param min no visible character, or one
 * @param max in UTF-16 units, after cleaning, which shortens most texts
 */
export const typedText = (min: 0 | 1, max: number, tooLong?: string, missing?: string) =>
  boundedString(max * 2, tooLong, missing)
    .min(min, missing)
    .transform(cleanText)
    .pipe(z.string().min(min, missing).max(max, tooLong));
