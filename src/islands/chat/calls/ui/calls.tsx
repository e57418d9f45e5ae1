import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { useTools } from '../../state/chat-context.ts';
import { createControl } from '../engine/call-controller.ts';
import { isLive } from '../engine/call-state.ts';
import { Panel } from './panel.tsx';
import { Setup } from './setup.tsx';
import { useRinging } from './use-ringing.ts';

import styles from '../../../../styles/chat/calls.css?inline';

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
  const other = lobby.rooms.find(({ id }) => id === wanted)?.other;

  useEffect(() => {
    if (!wanted) return;
    const now = control.getShown();
    if (isLive(now) || now?.is === 'left') tell(t('chatErrors.busy'));
    else if (now?.is === 'incoming') control.setAside(false);
    else if (other) control.prepare(wanted, other);
    onTaken();
  });

  if (!shown) return null;
  if (shown.is === 'setup' || (shown.is === 'incoming' && !shown.isAside))
    return (
      <Setup
        key={shown.call?.id}
        shown={shown}
        control={control}
        onClose={() => (shown.call ? control.setAside(true) : control.end())}
      />
    );
  return <Panel shown={shown} control={control} />;
}
