import { keepInTab, readFromTab } from '../../../browser/tab-storage.ts';

/** An unsent text of the composer. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
}

/** Key in the storage of the tab. */
const KEY = 'drafts';

/** The user who writes, and drafts by room. */
let person = '';
let drafts: Record<string, Draft> = {};

/** Reads the drafts of the signed-in user, and deletes those of another user. Call it before a room is shown. */
export function openDrafts(user: string): void {
  if (person === user) return;
  const stored = JSON.parse(readFromTab(KEY) ?? '{}') as { person?: string; drafts?: typeof drafts };
  person = user;
  drafts = (stored.person === user && stored.drafts) || {};
  if (stored.person !== user) keepInTab(KEY, undefined);
}

export const draftOf = (room: string): Draft => drafts[room] ?? { text: '' };

export function saveDraft(room: string, draft: Draft): void {
  const { [room]: _before, ...others } = drafts;
  drafts = draft.text || draft.replyTo !== undefined ? { ...others, [room]: draft } : others;
  keepInTab(KEY, Object.keys(drafts).length ? JSON.stringify({ person, drafts }) : undefined);
}

export function forgetDrafts(): void {
  person = '';
  drafts = {};
  keepInTab(KEY, undefined);
}
