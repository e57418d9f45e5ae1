import type { ReactElement } from 'react';

import { useTools } from '../../state/chat-context.ts';
import type { Control } from '../engine/call-controller.ts';
import type { Shown } from '../engine/call-state.ts';
import { Troubles } from './troubles.tsx';

interface Props {
  shown: Shown;
  control: Control;
}

/** What can be done where nobody is talking: with a call that rings beside something else, that was left, or that is over. */
export function Ways({ shown, control }: Props): ReactElement {
  const { t, callIn } = useTools();
  const { is, ending, error, isBusy, trouble, room } = shown;
  const isOver = is === 'over';
  return (
    <>
      {!isOver && <Troubles shown={shown} control={control} />}
      {error && (
        <p className="error" role="alert">
          {t(`chatErrors.${error}`)}
        </p>
      )}
      <div className="buttons">
        {is === 'left' && (
          <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={control.start}>
            {t(trouble.audio ? 'call.without' : 'call.goOn')}
          </button>
        )}
        {is === 'incoming' && (
          <button type="button" className="button" onClick={() => control.setAside(false)}>
            {t('call.answer')}
          </button>
        )}
        {isOver && ending !== 'elsewhere' && (
          <button type="button" className="button" onClick={() => callIn(room)}>
            {t('call.again')}
          </button>
        )}
        <button type="button" className="button quiet" onClick={control.end}>
          {t(isOver ? 'chat.close' : is === 'left' ? 'call.hangUp' : 'call.decline')}
        </button>
      </div>
    </>
  );
}
