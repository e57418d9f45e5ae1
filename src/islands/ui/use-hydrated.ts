import { useSyncExternalStore } from 'react';

/** Whether React has taken over: what only works with JavaScript is shown from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
