import { useEffect, useState } from 'react';

import { useChat } from './chat-context.ts';

const MINUTE_MS = 60_000;

/** The time of the service in milliseconds since 1970. Renders the component at an interval, by default each minute, so that "today" becomes "yesterday" after midnight. */
export function useNow(everyMs = MINUTE_MS): number {
  const { client } = useChat();
  const [now, setNow] = useState(client.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(client.now()), everyMs);
    return () => clearInterval(timer);
  }, [client, everyMs]);
  return now;
}
