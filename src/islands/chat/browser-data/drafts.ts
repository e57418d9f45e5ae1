import { store, readStored } from '../../../browser/storage.ts';

/** An unsent text of the composer. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
}

/** The user who writes, and drafts by room. */
let person = '';
let drafts: Record<string, Draft> = {};

/** Reads the drafts of the signed-in user, and deletes those of another user. Call it before a room is shown. */
export function openDrafts(user: string): void {
  if (person === user) return;
  const stored = JSON.parse(readStored('sessionStorage', 'drafts') ?? '{}') as {
    person?: string;
    drafts?: typeof drafts;
  };
  person = user;
  drafts = (stored.person === user && stored.drafts) || {};
  if (stored.person !== user) store('sessionStorage', 'drafts', undefined);
}

export const draftOf = (room: string): Draft => drafts[room] ?? { text: '' };

export function saveDraft(room: string, draft: Draft): void {
  const { [room]: _before, ...others } = drafts;
  drafts = draft.text || draft.replyTo !== undefined ? { ...others, [room]: draft } : others;
  store('sessionStorage', 'drafts', Object.keys(drafts).length ? JSON.stringify({ person, drafts }) : undefined);
}

export function forgetDrafts(): void {
  person = '';
  drafts = {};
  store('sessionStorage', 'drafts', undefined);
}
