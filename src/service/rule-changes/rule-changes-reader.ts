import { existsSync, readFileSync, statSync } from 'node:fs';

import { z } from 'zod';

import { RULE_CHANGES, type RuleChangeList, type RuleChangesFile } from '../../output/rule-changes.ts';
import { UserError } from '../../shared/user-error.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { versionedDocuments } from '../../site/history/versioned-documents.ts';

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
 * Returns a function that gives the changes of the present build, the same object until a build changes them. Without the file there
 * are no changes. While it is damaged, those read before stay, because reports and the chat need no new changes.
 * @param onError receives the error of a file that is damaged later
 * @throws UserError where the file is damaged now
 */
export function ruleChangesReader(dist: string, onError: (error: unknown) => void): () => RuleChanges {
  let changes = readRuleChanges(dist);
  let writtenAt = timeOf(dist);
  return () => {
    const at = timeOf(dist);
    // While a build replaces `dist/`, the folder is missing for a moment.
    if (at !== writtenAt && existsSync(`${dist}/publish`)) {
      writtenAt = at;
      try {
        changes = readRuleChanges(dist);
      } catch (error) {
        onError(error);
      }
    }
    return changes;
  };
}

function readRuleChanges(dist: string): RuleChanges {
  const file = fileIn(dist);
  if (!existsSync(file)) return () => NONE;
  try {
    const { editions, lists } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return (edition) => lists[editions[rootOf(edition)] ?? -1] ?? NONE;
  } catch (error) {
    throw new UserError(`${file} is damaged. Remove ${dist}/ and build again: npm run build`, { cause: error });
  }
}

const fileIn = (dist: string): string => `${dist}/${RULE_CHANGES}`;

const timeOf = (dist: string): number | undefined => statSync(fileIn(dist), { throwIfNoEntry: false })?.mtimeMs;
