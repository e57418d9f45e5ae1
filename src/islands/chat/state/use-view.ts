import { useCallback, useEffect, useState } from 'react';

import { type HistoryEntry, isSameView, LOBBY, type View, viewIn } from './view.ts';

interface ViewNavigation {
  view: View;
  navigate: (view: View) => void;
  /** Goes back where the lobby was the view before, so that the history does not grow. */
  toLobby: () => void;
}

/** The current view. Each view is an entry of the browser's history. */
export function useView(first: View | undefined): ViewNavigation {
  const [view, setView] = useState(() => first ?? viewIn(history.state));
  useEffect(() => {
    const onPop = ({ state }: PopStateEvent): void => setView(viewIn(state));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const navigate = useCallback((next: View) => {
    const now = viewIn(history.state);
    if (!isSameView(now, next)) history.pushState({ chat: next, from: now.type } satisfies HistoryEntry, '');
    setView(next);
  }, []);
  const toLobby = useCallback(() => {
    if ((history.state as Partial<HistoryEntry> | null)?.from === 'lobby') return history.back();
    history.replaceState(null, '');
    setView(LOBBY);
  }, []);
  return { view, navigate, toLobby };
}
