import { store, readStored } from '../../../browser/storage.ts';

/** Unsent appeals by decision. Another account has other decisions, and so no draft of this one. */
const readDrafts = (): Record<string, string> =>
  JSON.parse(readStored('sessionStorage', 'appeals') ?? '{}') as Record<string, string>;

export const appealDraftOf = (decision: string): string => readDrafts()[decision] ?? '';

export function saveAppealDraft(decision: string, text: string): void {
  const { [decision]: _before, ...others } = readDrafts();
  const drafts = text ? { ...others, [decision]: text } : others;
  store('sessionStorage', 'appeals', Object.keys(drafts).length ? JSON.stringify(drafts) : undefined);
}
