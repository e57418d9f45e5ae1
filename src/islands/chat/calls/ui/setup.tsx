import type { ReactElement } from 'react';

import { Dialog } from '../../dialogs/dialog.tsx';
import { useChat } from '../../state/chat-context.ts';
import type { CallController } from '../engine/call-controller.ts';
import type { CallState } from '../engine/call-state.ts';
import { DeviceTroubles } from './troubles.tsx';
import { OwnVideo } from './videos.tsx';

interface Props {
  shown: CallState;
  control: CallController;
  onClose: () => void;
}

/** The dialog before calling or answering: camera, blur and direct connection. */
export function CallSetup({ shown, control, onClose }: Props): ReactElement {
  const { t } = useChat();
  const { call, other, picture, isBusy, asks, error, trouble } = shown;
  const { name } = other;
  return (
    <Dialog title={titleOf(shown, t)} {...(call && { role: 'alertdialog' })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void control.start();
        }}
      >
        <div className="ways">
          <Checkbox
            label={t('call.video')}
            isOn={!!picture || asks === 'video'}
            onTurn={(on) => control.toggleDevice('video', on)}
          />
          {picture && <Checkbox label={t('call.blur')} isOn={shown.isBlurred} onTurn={control.blur} />}
          {picture && <OwnVideo track={picture} />}
          <Checkbox
            label={t('call.direct')}
            hint={t('call.directText', { name })}
            isOn={shown.direct}
            onTurn={control.setDirect}
          />
        </div>
        <DeviceTroubles shown={shown} control={control} />
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
          <button type="button" className="button quiet" onClick={control.end}>
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
