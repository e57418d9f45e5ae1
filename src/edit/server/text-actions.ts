import { z } from 'zod';

import { listDiagnostics, UserError } from '../../shared/user-error.ts';
import { noteChange } from '../current-site.ts';
import type { CheckAnswer, NextStaleAnswer, StepAnswer } from '../page-data.ts';
import { editSchema, type SaveResult, saveSchema, textKeySchema } from '../protocol.ts';
import { nextStale } from './block/next-stale.ts';
import { texts } from './texts.ts';

const checkSchema = z.strictObject({ edits: z.array(editSchema).min(1) });
const placeSchema = z.strictObject({ key: textKeySchema, block: z.string() });

const commitsSchema = z.strictObject({ commits: z.boolean() });

/** Actions of pages on texts. */
export const textActions: Record<string, (body: unknown) => unknown> = {
  save(body): SaveResult {
    const { edits, seen } = saveSchema.parse(body);
    noteChange();
    return texts.save(edits, seen);
  },
  /** Problems that texts would have after edits, or why the edits are refused. */
  check(body): CheckAnswer {
    const found = texts.check(checkSchema.parse(body).edits);
    return { problems: Array.isArray(found) ? found : found.refused };
  },
  undo: () => repeat('undo'),
  redo: () => repeat('redo'),
  /** Switches on or off that each save makes a commit. */
  commits(body) {
    texts.commits = commitsSchema.parse(body).commits;
  },
  'next-stale'(body): NextStaleAnswer {
    const { key, block } = placeSchema.parse(body);
    return { url: nextStale(texts, key, block) };
  },
};

/** @throws UserError where its files have changed since */
function repeat(direction: 'undo' | 'redo'): StepAnswer {
  const done = texts.steps()[direction];
  const result = texts.repeat(direction);
  if ('refused' in result) throw new UserError(`Nothing was changed:\n${listDiagnostics(result.refused)}`);
  return { done };
}
