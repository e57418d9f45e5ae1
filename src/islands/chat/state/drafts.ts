/** An unsent text of the composer. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
}

/** Key of `sessionStorage`: drafts survive a reload, and end with the tab. */
const KEY = 'drafts';

/** Key of `sessionStorage`: the emoji that were chosen last. */
export const RECENT_EMOJI = 'emoji';

/** The user who writes, and drafts by room. */
let person = '';
let drafts: Record<string, Draft> = {};

/** Reads the drafts of the signed-in user, and deletes those of another user. Call it before a room is shown. */
export function openDrafts(user: string): void {
  if (person === user) return;
  person = user;
  drafts = {};
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { person?: string; drafts?: typeof drafts };
    if (stored.person === user) drafts = stored.drafts ?? {};
    else sessionStorage.removeItem(KEY);
  } catch {
    // The browser denies storage: drafts live as long as the page.
  }
}

export const draftOf = (room: string): Draft => drafts[room] ?? { text: '' };

export function saveDraft(room: string, draft: Draft): void {
  const { [room]: _before, ...others } = drafts;
  drafts = draft.text || draft.replyTo !== undefined ? { ...others, [room]: draft } : others;
  try {
    if (Object.keys(drafts).length) sessionStorage.setItem(KEY, JSON.stringify({ person, drafts }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The same as above.
  }
}

/** Deletes drafts and chosen emoji: the user has signed out or left at once. */
export function forgetDrafts(): void {
  person = '';
  drafts = {};
  try {
    for (const key of [KEY, RECENT_EMOJI]) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
