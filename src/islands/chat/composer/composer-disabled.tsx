import { type ReactElement, type ReactNode, useEffect } from 'react';

import { rescueFocus } from '../ui/pane-head.tsx';

interface Props {
  text: string;
  children: ReactNode;
}

/** Stands where one would write, and says why one cannot. */
export function ComposerDisabled({ text, children }: Props): ReactElement {
  // Somebody may have been writing.
  useEffect(rescueFocus, []);
  return (
    <div className="foot instead">
      <output>{text}</output>
      {children}
    </div>
  );
}
