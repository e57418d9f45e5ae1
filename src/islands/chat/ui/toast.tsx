import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import { isPageVisible } from '../client/page-visibility.ts';
import { rescueFocus } from './rescue-focus.ts';

interface Props {
  /** `alert` interrupts a screen reader. A toast without a role is announced elsewhere. */
  role?: 'alert';
  /** A change of the text shows the toast for longer. */
  text: string;
  /** Called after 6 s. The toast stays while a pointer or the focus is on it, and while the page is hidden. Without it, the toast stays. */
  onExpire?: (() => void) | undefined;
  children: ReactNode;
}

const SHOWN_MS = 6000;

/** A message at the head of the screen. It covers the page, so that nothing moves. */
export function Toast({ role, text, onExpire, children }: Props): ReactElement {
  const toast = useRef<HTMLDivElement>(null);
  const expire = useEffectEvent(() => {
    const isHeld = toast.current!.matches(':hover, :focus-within');
    if (!isHeld && isPageVisible()) onExpire?.();
  });
  // The button disappears with the toast.
  useEffect(() => rescueFocus, []);
  useEffect(() => {
    const timer = setInterval(expire, SHOWN_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new text is shown for 6 s
  }, [text]);
  return (
    <div className="toast" role={role} ref={toast}>
      {children}
    </div>
  );
}

interface TextToastProps extends Pick<Props, 'text' | 'onExpire'> {
  /** Label of the button. */
  action: string;
  onAct: () => void;
}

/** A toast with a text and a button. */
export const TextToast = ({ text, action, onAct, onExpire }: TextToastProps): ReactElement => (
  <Toast role="alert" text={text} onExpire={onExpire}>
    <p>{text}</p>
    <button type="button" className="button quiet" onClick={onAct}>
      {action}
    </button>
  </Toast>
);
