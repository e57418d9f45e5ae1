import { createElement, type ReactElement, useEffect, useEffectEvent, useState } from 'react';

import type { CallsProps } from '../calls/ui/calls.tsx';

interface Props extends CallsProps {
  /** Whether there is a call, or the user wants to call. */
  isNeeded: boolean;
  /** The script could not be loaded. */
  onFailed: () => void;
}

/** Calls. Their script is loaded with the first call. */
export function LazyCalls({ isNeeded, onFailed, ...props }: Props): ReactElement | null {
  const [calls, setCalls] = useState<typeof import('../calls/ui/calls.tsx')>();
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (isNeeded && !calls) import('../calls/ui/calls.tsx').then(setCalls, fail);
  }, [isNeeded, calls]);
  return calls ? createElement(calls.default, props) : null;
}
