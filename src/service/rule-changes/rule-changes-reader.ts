import { z } from 'zod';

import { RULE_CHANGES, type RuleChangeList, type RuleChangesFile } from '../../output/rule-changes.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { versionedDocuments } from '../../site/history/versioned-documents.ts';
import { publishedFileReader } from '../config/published-file-reader.ts';

/** Gives the changes of rules in an edition. */
export type RuleChanges = (edition: Edition) => RuleChangeList;

const NONE: RuleChangeList = { blocks: {}, reasons: {}, changes: [] };

const versioned = { version: z.number(), title: z.string() };
const fileSchema: z.ZodType<RuleChangesFile> = z.object({
  version: z.literal(1),
  editions: z.record(z.string(), z.number()),
  lists: z.array(
    z.object({
      blocks: z.record(z.string(), z.object(versioned)),
      reasons: z.record(z.string(), z.object({ ...versioned, rule: z.string() })),
      changes: z.array(
        z.object({
          ...versioned,
          document: z.enum(versionedDocuments),
          id: z.string(),
          day: z.iso.date(),
          inForce: z.iso.date(),
          important: z.boolean(),
          note: z.string(),
        }),
      ),
    }),
  ),
});

/**
 * Returns a function that gives the changes of the present build. Without the file there are none.
 * @see publishedFileReader
 */
export const ruleChangesReader = (dist: string, onError: (error: unknown) => void): (() => RuleChanges) =>
  publishedFileReader<RuleChanges>(
    dist,
    RULE_CHANGES,
    {
      parse: (text) => {
        const { editions, lists } = fileSchema.parse(JSON.parse(text));
        return (edition) => lists[editions[rootOf(edition)] ?? -1] ?? NONE;
      },
      missing: () => NONE,
    },
    onError,
  );
