import { applyPatch, structuredPatch } from 'diff';

import type { Draft, FileChange } from '../files/unsaved-files.ts';

/** A save of the session. */
export interface Step {
  /** Its act, for a message. */
  subject: string;
  changes: FileChange[];
}

/** Steps that were saved, and steps that were undone since. */
export class UndoStack {
  readonly #done: Step[] = [];
  #undone: Step[] = [];

  push(step: Step): void {
    this.#done.push(step);
    if (this.#done.length > MAX_STEPS) this.#done.shift();
    this.#undone = [];
  }

  /** The step that can be undone or redone next, in the direction in which its changes are made. */
  next(direction: Direction): Step | undefined {
    if (direction === 'redo') return this.#undone.at(-1);
    const step = this.#done.at(-1);
    return step && { ...step, changes: step.changes.map(reversed) };
  }

  /** Notes that the next step was made. */
  move(direction: Direction): void {
    const [from, to] = direction === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    to.push(...from.splice(-1));
  }
}

export type Direction = 'undo' | 'redo';

/** A step holds the texts of its files twice. */
const MAX_STEPS = 200;

const reversed = ({ file, before, after }: FileChange): FileChange => ({ file, before: after, after: before });

/**
 * Makes a change again in a file that may have changed elsewhere since.
 * @returns whether its place in the file is as it was
 */
export function repeatChange(draft: Draft, { file, before, after }: FileChange): boolean {
  const now = draft.read(file);
  if (now === before) draft.write(file, after);
  else if (now === undefined || before === undefined || after === undefined) return false;
  else {
    const patch = structuredPatch(file, file, before, after, '', '', { context: 2 });
    const merged = applyPatch(now, patch, { autoConvertLineEndings: false });
    if (merged === false) return false;
    draft.write(file, merged);
  }
  return true;
}
