/** The view beside the lobby. On a narrow screen the view is the only pane, and `lobby` shows the lobby itself. */
export type View = { type: 'lobby' | 'partner' | 'account' } | { type: 'room'; room: string };

/** The state of an entry of the browser's history. */
export interface HistoryEntry {
  chat: View;
}

export const LOBBY: View = { type: 'lobby' };

/** The view of a history entry; the lobby for an entry of another page or of an earlier version. */
export function viewIn(state: unknown): View {
  const view = (state as Partial<HistoryEntry> | null)?.chat;
  return view?.type ? view : LOBBY;
}

export const isSameView = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the user still looks at a room: another view may have been opened since. */
export const isShown = (room: string): boolean => isSameView(viewIn(history.state), { type: 'room', room });
