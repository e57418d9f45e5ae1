import { type ReactElement, useEffect } from 'react';

import { rescueFocus } from './rescue-focus.ts';

interface Props {
  text: string;
  /** Label of the button. */
  action: string;
  onAct: () => void;
}

/** A message at the foot of the screen. It covers the page, so that nothing moves. */
export function Toast({ text, action, onAct }: Props): ReactElement {
  // The button disappears with the toast.
  useEffect(() => rescueFocus, []);
  return (
    <div className="toast" role="alert">
      <p>{text}</p>
      <button type="button" className="button quiet" onClick={onAct}>
        {action}
      </button>
    </div>
  );
}
