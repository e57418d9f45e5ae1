import { type Dispatch, type ReactElement, type SetStateAction, useEffect } from 'react';

import { keyOf } from '../../../browser/plain-key.ts';
import { LazyMessageAlerts } from '../alerts/lazy-message-alerts.tsx';
import { isTextField } from '../keyboard/use-shortcuts.ts';
import { type ToastAction, useChat } from '../state/chat-context.ts';
import { TextToast } from '../ui/toast.tsx';

export interface ToastMessage {
  /** Differs from the toast before. */
  key: number;
  text: string;
  /** By default the button closes the toast. */
  action?: ToastAction | undefined;
}

interface Props {
  toast: ToastMessage | undefined;
  onChange: Dispatch<SetStateAction<ToastMessage | undefined>>;
  /** The open room. */
  room: string | undefined;
}

/** The toast of the last action, and that of new messages. */
export function Toasts({ toast, onChange, room }: Props): ReactElement {
  const { t } = useChat();
  const close = (): void => onChange(undefined);
  useEffect(() => {
    const { until, act, onGone } = toast?.action ?? {};
    void until?.then(() => onChange((now) => (now === toast ? undefined : now)));
    // The button is far away from the message for users of a keyboard.
    const onKey = (event: KeyboardEvent): void => {
      if (
        !until ||
        keyOf(event) !== 'z' ||
        event.shiftKey ||
        !(event.ctrlKey || event.metaKey) ||
        isTextField(event.target)
      )
        return;
      // Browsers would also undo the last change of the composer, which has no focus.
      event.preventDefault();
      act?.();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      onGone?.();
    };
  }, [toast, onChange]);
  return (
    <div className="toasts">
      {toast && (
        <TextToast
          key={toast.key}
          text={toast.text}
          action={toast.action?.label ?? t('chat.close')}
          onAct={() => {
            close();
            toast.action?.act();
          }}
          onExpire={close}
        />
      )}
      <LazyMessageAlerts shown={room} />
    </div>
  );
}
