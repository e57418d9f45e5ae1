import type { ReactElement } from 'react';

import { useChat } from '../../state/chat-context.ts';
import type { CallController } from '../engine/call-controller.ts';
import type { CallState } from '../engine/call-state.ts';

export interface CallProps {
  state: CallState;
  controller: CallController;
}

/** Why microphone or camera cannot be used, with a button to try again. */
export function DeviceTroubles({ state, controller }: CallProps): ReactElement[] {
  const { t } = useChat();
  return (['audio', 'video'] as const).flatMap((kind) => {
    const trouble = state.trouble[kind];
    if (!trouble) return [];
    return [
      <div key={kind} className="trouble">
        <p className="error" role="alert">
          {t(`call.${kind === 'audio' ? 'audio' : 'videoTrouble'}.${trouble}`)}
        </p>
        <button type="button" className="button quiet" onClick={() => controller.toggleDevice(kind, true)}>
          {t('chat.again')}
        </button>
      </div>,
    ];
  });
}
