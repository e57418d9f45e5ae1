/** What somebody was writing in a room. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
}

const drafts = new Map<string, Draft>();

/** Kept while the page is open, and nowhere else. */
export const draftOf = (room: string): Draft => drafts.get(room) ?? { text: '' };

export function saveDraft(room: string, draft: Draft): void {
  if (draft.text || draft.replyTo !== undefined) drafts.set(room, draft);
  else drafts.delete(room);
}
