import { type ReactElement, useEffect } from 'react';

import { rescueFocus } from './pane-head.tsx';

interface Props {
  text: string;
  /** What can be done about it. */
  action: string;
  onAct: () => void;
}

/** A line at the foot of the screen, which moves nothing. */
export function Toast({ text, action, onAct }: Props): ReactElement {
  // Its button goes with it.
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
