import { type ReactElement, type ReactNode, useEffect } from 'react';

import { endFrame } from '../frame/end-frame.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';

/** Stands in place of the composer and says why writing is impossible. */
export function ComposerDisabled({ text, children }: { text: string; children?: ReactNode }): ReactElement {
  // The composer may have had the focus.
  useEffect(() => {
    endFrame();
    rescueFocus();
    // Its button disappears with it.
    return rescueFocus;
  }, []);
  return (
    <div className="foot instead">
      <output>{text}</output>
      {children}
    </div>
  );
}
