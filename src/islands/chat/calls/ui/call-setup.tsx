import type { ReactElement } from 'react';

import { Dialog } from '../../dialogs/dialog.tsx';
import { useChat } from '../../state/chat-context.ts';
import type { CallState } from '../engine/call-state.ts';
import { type CallProps, DeviceTroubles } from './device-troubles.tsx';
import { OwnVideo } from './videos.tsx';

/** The dialog before calling or answering: camera, blur and direct connection. */
export function CallSetup({ state, controller, onClose }: CallProps & { onClose: () => void }): ReactElement {
  const { t } = useChat();
  const { call, other, picture, isBusy, asks, error, trouble } = state;
  const { name } = other;
  return (
    <Dialog title={titleOf(state, t)} {...(call && { role: 'alertdialog' })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void controller.start();
        }}
      >
        <div className="ways">
          <Checkbox
            label={t('call.video')}
            isOn={!!picture || asks === 'video'}
            onTurn={(on) => controller.toggleDevice('video', on)}
          />
          {picture && <Checkbox label={t('call.blur')} isOn={state.isBlurred} onTurn={controller.blur} />}
          {picture && <OwnVideo track={picture} />}
          <Checkbox
            label={t('call.direct')}
            hint={t('call.directText', { name })}
            isOn={state.direct}
            onTurn={controller.setDirect}
          />
        </div>
        <DeviceTroubles state={state} controller={controller} />
        {error && (
          <p className="error" role="alert">
            {t(`chatErrors.${error}`)}
          </p>
        )}
        <output className="hush">{asks ? t('call.asking') : isBusy && t('form.sending')}</output>
        <div className="buttons">
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {t(trouble.audio ? 'call.without' : call ? 'call.answer' : 'call.start')}
          </button>
          <button type="button" className="button quiet" onClick={controller.end}>
            {t(call ? 'call.decline' : 'chat.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Names the caller, or the person to call. */
export const titleOf = ({ call, other: { name } }: CallState, t: ReturnType<typeof useChat>['t']): string => {
  if (!call) return t('call.call', { name });
  return t(call.video ? 'call.incomingVideo' : 'call.incoming', { name });
};

interface CheckboxProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onTurn: (on: boolean) => void;
}

const Checkbox = ({ label, hint, isOn, onTurn }: CheckboxProps): ReactElement => (
  <label className="way">
    <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    <span>
      {label}
      {hint && <span className="hush">{hint}</span>}
    </span>
  </label>
);
