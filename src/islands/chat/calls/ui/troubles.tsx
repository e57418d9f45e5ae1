import type { ReactElement } from 'react';

import { useTools } from '../../state/chat-context.ts';
import type { Control } from '../engine/call-controller.ts';
import type { Shown } from '../engine/call-state.ts';

/** Why microphone or camera are not to be had, and the way to try again. */
export function Troubles({ shown, control }: { shown: Shown; control: Control }): ReactElement[] {
  const { t } = useTools();
  return (['audio', 'video'] as const).flatMap((kind) => {
    const trouble = shown.trouble[kind];
    if (!trouble) return [];
    return [
      <div key={kind} className="trouble">
        <p className="error" role="alert">
          {t(`call.${kind === 'audio' ? 'audio' : 'videoTrouble'}.${trouble}`)}
        </p>
        <button type="button" className="button quiet" onClick={() => control.turn(kind, true)}>
          {t('chat.again')}
        </button>
      </div>,
    ];
  });
}
