import { z } from 'zod';

import { listDiagnostics, UserError } from '../../shared/user-error.ts';
import type { Editor } from '../editor.ts';
import type { CheckAnswer, NextStaleAnswer, StepAnswer } from '../page-data.ts';
import { editSchema, type SaveResult, saveSchema, textKeySchema } from '../protocol.ts';
import { nextStale } from './block/next-stale.ts';

const checkSchema = z.strictObject({ edits: z.array(editSchema).min(1) });
const placeSchema = z.strictObject({ key: textKeySchema, block: z.string() });

const commitsSchema = z.strictObject({ commits: z.boolean() });

/** Actions of pages on texts. */
export const textActions: Record<string, (editor: Editor, body: unknown) => unknown> = {
  save(editor, body): SaveResult {
    const { edits, seen } = saveSchema.parse(body);
    editor.workspace.noteChange();
    return editor.save(edits, seen);
  },
  /** Problems that texts would have after edits, or why the edits are refused. */
  check(editor, body): CheckAnswer {
    const found = editor.check(checkSchema.parse(body).edits);
    return { problems: Array.isArray(found) ? found : found.refused };
  },
  undo: (editor) => repeat(editor, 'undo'),
  redo: (editor) => repeat(editor, 'redo'),
  /** Switches on or off that each save makes a commit. */
  commits(editor, body) {
    editor.commits = commitsSchema.parse(body).commits;
  },
  'next-stale'(editor, body): NextStaleAnswer {
    const { key, block } = placeSchema.parse(body);
    return { url: nextStale(editor, key, block) };
  },
};

/** @throws UserError where its files have changed since */
function repeat(editor: Editor, direction: 'undo' | 'redo'): StepAnswer {
  const done = editor.steps()[direction];
  const result = editor.repeat(direction);
  if ('refused' in result) throw new UserError(`Nothing was changed:\n${listDiagnostics(result.refused)}`);
  return { done };
}
