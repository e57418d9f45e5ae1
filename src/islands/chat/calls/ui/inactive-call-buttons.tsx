import type { ReactElement } from 'react';

import { mayCall } from '../../../../contract/chat/room-permissions.ts';
import { useChat } from '../../state/chat-context.ts';
import { useLobby } from '../../state/lobby-context.ts';
import { useNow } from '../../state/use-now.ts';
import { type CallProps, DeviceTroubles } from './device-troubles.tsx';

/** The buttons of a call that rings in its panel, was left by a reload, or is over. */
export function InactiveCallButtons({ state, controller }: CallProps): ReactElement {
  const { t, prepareCall } = useChat();
  const lobby = useLobby();
  const now = useNow();
  const { call, status, ending, error, isBusy, trouble, room } = state;
  const isOver = status === 'over';
  const facts = lobby.rooms.find(({ id }) => id === room);
  return (
    <>
      {!isOver && <DeviceTroubles state={state} controller={controller} />}
      {error && (
        <p className="error" role="alert">
          {t(`chatErrors.${error}`)}
        </p>
      )}
      <div className="buttons">
        {status === 'left' && (
          <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={controller.start}>
            {t(trouble.audio ? 'call.without' : 'call.goOn')}
          </button>
        )}
        {status === 'incoming' && (
          <button type="button" className="button" onClick={() => controller.setAside(false)}>
            {t('call.answer')}
          </button>
        )}
        {isOver && ending !== 'elsewhere' && facts && mayCall(facts, lobby, now) && (
          <button type="button" className="button" onClick={() => prepareCall(room)}>
            {t(call?.isMine === false ? 'call.back' : 'call.again')}
          </button>
        )}
        <button type="button" className="button quiet" onClick={controller.end}>
          {t(isOver ? 'chat.close' : status === 'left' ? 'call.hangUp' : 'call.decline')}
        </button>
      </div>
    </>
  );
}
