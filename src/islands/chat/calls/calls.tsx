import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { useTools } from '../tools.ts';
import { createControl } from './control.ts';
import { Panel } from './panel.tsx';
import { Setup } from './setup.tsx';
import { isLive } from './shown.ts';
import { useRinging } from './use-ringing.ts';

import styles from '../../../styles/chat-calls.css?inline';

export interface CallsProps {
  /** The room in which somebody has asked for a call. */
  wanted: string | undefined;
  /** That has been seen to. */
  onTaken: () => void;
}

/** The call that somebody is in, or about to be in. */
export default function Calls({ wanted, onTaken }: CallsProps): ReactElement | null {
  const { client, lobby, t, tell } = useTools();
  const [control] = useState(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
    return createControl(client);
  });
  useEffect(() => control.stop, [control]);
  const shown = useSyncExternalStore(control.subscribe, control.getShown);
  useRinging(shown);
  /** A call that rings beside what somebody goes on doing. */
  const [aside, setAside] = useState<string>();
  const other = lobby.rooms.find(({ id }) => id === wanted)?.other;

  useEffect(() => {
    if (!wanted) return;
    if (isLive(control.getShown())) tell(t('chatErrors.busy'));
    else if (other) control.prepare(wanted, other);
    onTaken();
  });

  if (!shown) return null;
  const isAside = shown.is === 'incoming' && aside === shown.call?.id;
  if (shown.is === 'setup' || (shown.is === 'incoming' && !isAside))
    return (
      <Setup
        key={shown.call?.id}
        shown={shown}
        control={control}
        onClose={() => (shown.call ? setAside(shown.call.id) : control.end())}
      />
    );
  return <Panel shown={shown} control={control} onShow={() => setAside(undefined)} />;
}
