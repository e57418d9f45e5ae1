import { type ReactElement, useEffect, useState } from 'react';

import { formatDuration } from '../../ui/format-time.ts';

/** How long the call has lasted, counting up. @param since milliseconds since 1970 */
export function CallDuration({ since }: { since: number }): ReactElement {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="time">{formatDuration(Math.max(0, Math.round((now - since) / 1000)))}</span>;
}
