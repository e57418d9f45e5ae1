import { createElement, type ReactElement, useEffect, useEffectEvent, useState } from 'react';

import type { CallsProps } from './calls/ui/calls.tsx';

interface Props extends CallsProps {
  /** Whether there is a call, or is to be one. */
  isNeeded: boolean;
  /** It could not be fetched. */
  onFailed: () => void;
}

/** Everything of calls, which is fetched with the first one. */
export function LazyCalls({ isNeeded, onFailed, ...props }: Props): ReactElement | null {
  const [part, setPart] = useState<typeof import('./calls/ui/calls.tsx')>();
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (isNeeded && !part) import('./calls/ui/calls.tsx').then(setPart, fail);
  }, [isNeeded, part]);
  return part ? createElement(part.default, props) : null;
}
