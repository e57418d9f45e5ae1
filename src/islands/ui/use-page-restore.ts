import { useEffect } from 'react';

/** Does something when somebody comes back to the page as it was left. */
export function usePageRestore(act: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) act();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  });
}
