import { z } from 'zod';

import { ESCALATIONS } from '../../contract/moderation/protocol.ts';
import { MODERATION_FILE, type ModerationFile } from '../../output/moderation-file.ts';
import { publishedFileReader } from '../config/published-file-reader.ts';

const fileSchema: z.ZodType<ModerationFile> = z.object({
  version: z.literal(1),
  authorities: z.array(
    z.object({
      country: z.string(),
      escalation: z.enum(ESCALATIONS),
      name: z.string(),
      phone: z.string().optional(),
      url: z.string().optional(),
    }),
  ),
  words: z.record(z.string(), z.object({ hold: z.array(z.string()), refuse: z.array(z.string()) })),
});

/**
 * Returns a function that gives the data for moderators of the present build.
 * @see publishedFileReader
 */
export const moderationFileReader = (dist: string, onError: (error: unknown) => void): (() => ModerationFile) =>
  publishedFileReader<ModerationFile>(
    dist,
    MODERATION_FILE,
    { parse: (text) => fileSchema.parse(JSON.parse(text)), missing: { version: 1, authorities: [], words: {} } },
    onError,
  );
