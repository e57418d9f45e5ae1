import type { ReactElement } from 'react';

import { Dialog } from '../../dialogs/dialog.tsx';
import { useTools } from '../../state/chat-context.ts';
import type { Control } from '../engine/call-controller.ts';
import type { Shown } from '../engine/call-state.ts';
import { Troubles } from './troubles.tsx';
import { OwnPicture } from './videos.tsx';

interface Props {
  shown: Shown;
  control: Control;
  onClose: () => void;
}

/** What is decided before one calls or answers: whether one is seen, and how the connection goes. */
export function Setup({ shown, control, onClose }: Props): ReactElement {
  const { t } = useTools();
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
          <Check
            label={t('call.video')}
            isOn={!!picture || asks === 'video'}
            onTurn={(on) => control.turn('video', on)}
          />
          {picture && <Check label={t('call.blur')} isOn={shown.isBlurred} onTurn={control.blur} />}
          {picture && <OwnPicture track={picture} />}
          <Check
            label={t('call.direct')}
            hint={t('call.directText', { name })}
            isOn={shown.direct}
            onTurn={control.setDirect}
          />
        </div>
        <Troubles shown={shown} control={control} />
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

/** Who calls, or is to be called. */
export const titleOf = ({ call, other: { name } }: Shown, t: ReturnType<typeof useTools>['t']): string => {
  if (!call) return t('call.call', { name });
  return t(call.video ? 'call.incomingVideo' : 'call.incoming', { name });
};

interface CheckProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onTurn: (on: boolean) => void;
}

const Check = ({ label, hint, isOn, onTurn }: CheckProps): ReactElement => (
  <label className="way">
    <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    <span>
      {label}
      {hint && <span className="hush">{hint}</span>}
    </span>
  </label>
);
