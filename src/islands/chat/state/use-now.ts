import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time to the minute: what was said today is from yesterday after midnight. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
