/** An unsent text of the composer. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
}

/** By room. Drafts live in memory only, as long as the page is open. */
const drafts = new Map<string, Draft>();

export const draftOf = (room: string): Draft => drafts.get(room) ?? { text: '' };

export function saveDraft(room: string, draft: Draft): void {
  if (draft.text || draft.replyTo !== undefined) drafts.set(room, draft);
  else drafts.delete(room);
}
