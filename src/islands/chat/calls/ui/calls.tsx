import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { useLobby } from '../../state/lobby-context.ts';
import { adoptStyles } from '../../ui/adopt-styles.ts';
import { CallController } from '../engine/call-controller.ts';
import { isLive } from '../engine/call-state.ts';
import { CallPanel } from './call-panel.tsx';
import { CallSetup } from './call-setup.tsx';
import { callStatusText } from './call-status-text.ts';
import { useRinging } from './use-ringing.ts';

import styles from '../../../../styles/chat/calls.css?inline';

adoptStyles(styles);

/** A call that the user asked for. */
export interface RequestedCall {
  /** A conversation. */
  room: string;
  video: boolean;
}

export interface CallsProps {
  requested: RequestedCall | undefined;
  /** The open room. */
  shownRoom: string | undefined;
  /** The request has been handled. */
  onPrepared: () => void;
}

/** The current call, its setup, or the dialog of an incoming call. */
export default function Calls({ requested, shownRoom, onPrepared }: CallsProps): ReactElement | null {
  const { client, t, showToast } = useChat();
  const lobby = useLobby();
  const [controller] = useState(() => new CallController(client));
  useEffect(() => controller.stop, [controller]);
  const state = useSyncExternalStore(controller.subscribe, controller.getState);
  useRinging(state);
  const other = lobby.rooms.find(({ id }) => id === requested?.room)?.other;
  /** Whether the call ended while its conversation was not shown: the panel waits there. */
  const isElsewhere = state?.status === 'over' && state.room !== shownRoom;

  useEffect(() => {
    if (!requested) return;
    const now = controller.getState();
    if (isLive(now) || now?.status === 'left') showToast(t('chatErrors.busy'));
    else if (now?.status === 'incoming') controller.setAside(false);
    else if (other) {
      controller.prepare(requested.room, other);
      if (requested.video) void controller.toggleDevice('video', true);
    }
    onPrepared();
  });

  const ended = isElsewhere ? callStatusText(state, t) : undefined;
  useEffect(() => {
    if (ended) showToast(ended);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a later change of the room announces nothing
  }, [state?.status]);

  if (!state || isElsewhere) return null;
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
