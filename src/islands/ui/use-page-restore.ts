import { useEffect } from 'react';

/** Runs a function when the browser restores the page from its back/forward cache. */
export function usePageRestore(act: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) act();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  });
}
