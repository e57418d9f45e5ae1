import { randomUUID } from 'node:crypto';

import { z } from 'zod';

/** Written to a target before visitors get a generation, and removed after the purge. */
const schema = z.object({
  /** Generation of which caches may have answers; null where it is unknown. */
  from: z.string().nullable(),
  /** Id of the purges that lead away from there. */
  id: z.string().default(() => randomUUID()),
});

export type Journal = z.output<typeof schema>;

export const formatJournal = (journal: Journal): string => JSON.stringify(journal);

/** @returns undefined without text; caches have to forget everything after a text that is no journal */
export function parseJournal(text: string | undefined): Journal | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // It was written in part.
    return { from: null, id: randomUUID() };
  }
}
