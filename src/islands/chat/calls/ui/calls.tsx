import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { useLobby } from '../../state/lobby-context.ts';
import { adoptStyles } from '../../ui/adopt-styles.ts';
import { createCallController } from '../engine/call-controller.ts';
import { isLive } from '../engine/call-state.ts';
import { CallPanel } from './call-panel.tsx';
import { CallSetup } from './call-setup.tsx';
import { useRinging } from './use-ringing.ts';

import styles from '../../../../styles/chat/calls.css?inline';

adoptStyles(styles);

export interface CallsProps {
  /** The private room that the user asked to call in. */
  requestedRoom: string | undefined;
  /** The request has been handled. */
  onPrepared: () => void;
}

/** The current call, its setup, or the dialog of an incoming call. */
export default function Calls({ requestedRoom, onPrepared }: CallsProps): ReactElement | null {
  const { client, t, showToast } = useChat();
  const lobby = useLobby();
  const [controller] = useState(() => createCallController(client));
  useEffect(() => controller.stop, [controller]);
  const state = useSyncExternalStore(controller.subscribe, controller.getState);
  useRinging(state);
  const other = lobby.rooms.find(({ id }) => id === requestedRoom)?.other;

  useEffect(() => {
    if (!requestedRoom) return;
    const now = controller.getState();
    if (isLive(now) || now?.status === 'left') showToast(t('chatErrors.busy'));
    else if (now?.status === 'incoming') controller.setAside(false);
    else if (other) controller.prepare(requestedRoom, other);
    onPrepared();
  });

  if (!state) return null;
  if (state.status === 'setup' || (state.status === 'incoming' && !state.isAside))
    return (
      <CallSetup
        key={state.call?.id}
        state={state}
        controller={controller}
        onClose={() => (state.call ? controller.setAside(true) : controller.end())}
      />
    );
  return <CallPanel state={state} controller={controller} />;
}
