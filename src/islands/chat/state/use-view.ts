import { useCallback, useEffect, useState } from 'react';

import { type HistoryEntry, isSameView, LOBBY, type View, viewIn } from './view.ts';

/** The current view. The browser's history has the lobby and at most one view after it, so that Back leads to the lobby. */
export function useView(first: View | undefined) {
  const [view, setView] = useState(() => first ?? viewIn(history.state));
  useEffect(() => {
    const onPop = ({ state }: PopStateEvent): void => setView(viewIn(state));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const navigate = useCallback((next: View) => {
    const now = viewIn(history.state);
    const entry: HistoryEntry = { chat: next };
    if (now === LOBBY) history.pushState(entry, '');
    else if (!isSameView(now, next)) history.replaceState(entry, '');
    setView(next);
  }, []);
  const toLobby = useCallback(() => {
    if (viewIn(history.state) === LOBBY) setView(LOBBY);
    else history.back();
  }, []);
  return { view, navigate, toLobby };
}
