import { type ReactElement, useEffect, useState } from 'react';

import { hasAlertSettings } from '../browser-data/alert-settings.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useAlertCount } from '../state/use-alert-count.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { setTitleCount } from '../ui/page-title.ts';

const MessageAlerts = lazyPart(() => import('./message-alerts.tsx'));

/**
 * Shows the number of unread messages in the title of the page. The script of toast, icon, sound and notifications is loaded with the first
 * unread message, or where the user has asked for sound or notifications.
 * @param shown the open room
 */
export function LazyMessageAlerts({ shown }: { shown: string | undefined }): ReactElement | null {
  const { rooms } = useLobby();
  const [first] = useState(rooms);
  const [isNeeded, setNeeded] = useState(hasAlertSettings);
  const count = useAlertCount(shown);
  if (count > 0 && !isNeeded) setNeeded(true);
  useEffect(() => {
    setTitleCount(count);
    return () => setTitleCount(0);
  }, [count]);
  return isNeeded ? <MessageAlerts shown={shown} since={first} /> : null;
}
