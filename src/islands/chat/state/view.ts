/** What the chat shows. Where there is room for one pane only, `lobby` is that pane. */
export type View = { is: 'lobby' | 'partner' | 'account' } | { is: 'room'; room: string };

/** What an entry of the browser's history keeps. */
export interface HistoryEntry {
  chat: View;
  /** What was shown before. */
  from: View['is'];
}

export const LOBBY: View = { is: 'lobby' };

/** The view of an entry of the browser's history, which may be from before the chat. */
export const viewIn = (state: unknown): View => (state as Partial<HistoryEntry> | null)?.chat ?? LOBBY;

export const isSameView = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
