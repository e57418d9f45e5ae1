import { z } from 'zod';

const error = 'is no port. Write a number from 0 to 65535; 0 takes a free one';

/** The setting `PORT`. @default 4321 */
export const port = z
  .string()
  .regex(/^\d+$/, error)
  .transform(Number)
  .refine((number) => number <= 65_535, error)
  .default(4321);
