import { type RefObject, useLayoutEffect } from 'react';

/** An element that goes, such as the row of a muted person, leaves the focus to the log. */
export function useFocusLeftToLog(leaving: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current: element } = leaving;
    return () => {
      if (element.contains(document.activeElement)) document.querySelector<HTMLElement>('[role=log]')?.focus();
    };
  }, [leaving]);
}
