import { useEffect, useState } from 'react';

/**
 * Seconds until the user may write again in a room with slow mode, counted from the moment when their last message or edit appeared: the
 * clocks of browser and service can differ.
 * @param last identifies the user's last message or edit
 */
export function useSlowMode(slowSeconds: number, last: string): number {
  const [counted, setCounted] = useState({ last, left: 0 });
  if (counted.last !== last) setCounted({ last, left: slowSeconds });
  // A moderator has shortened or ended slow mode.
  else if (counted.left > slowSeconds) setCounted({ last, left: slowSeconds });
  const { left } = counted;
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(() => setCounted((now) => ({ ...now, left: now.left - 1 })), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
