import { useSyncExternalStore } from 'react';

/** Whether the island is hydrated, so that parts that need JavaScript can be shown. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
