import { type ReactElement, useEffect, useState } from 'react';

import { lengthOf } from '../../room/call-record.tsx';

/** For how long two have been talking. */
export function Time({ since }: { since: number }): ReactElement {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="time">{lengthOf(Math.max(0, Math.round((now - since) / 1000)))}</span>;
}
