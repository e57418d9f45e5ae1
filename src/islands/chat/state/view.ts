/** What the chat shows. Where there is room for one pane only, `lobby` is that pane. */
export type View = { type: 'lobby' | 'partner' | 'account' } | { type: 'room'; room: string };

/** What an entry of the browser's history keeps. */
export interface HistoryEntry {
  chat: View;
  /** What was shown before. */
  from: View['type'];
}

export const LOBBY: View = { type: 'lobby' };

/** The view of an entry of the browser's history, which may be from before the chat. */
export function viewIn(state: unknown): View {
  const view = (state as Partial<HistoryEntry> | null)?.chat;
  return view?.type ? view : LOBBY;
}

export const isSameView = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
