import { type ReactElement, useEffect, useState } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { formatDuration } from '../../ui/format-time.ts';

/** How long the call has lasted, counting up. @param since milliseconds since 1970, by the clock of the service */
export function CallDuration({ since }: { since: number }): ReactElement {
  const { client } = useChat();
  const [now, setNow] = useState(client.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(client.now()), 1000);
    return () => clearInterval(timer);
  }, [client]);
  return <span className="time">{formatDuration(Math.max(0, Math.round((now - since) / 1000)))}</span>;
}
