import { useEffect } from 'react';

import { useTools } from '../tools.ts';
import { titleOf } from './setup.tsx';
import type { Shown } from './shown.ts';
import { ring } from './tone.ts';

/** Lets a call be heard while it rings, and seen in the title of the page where it rings here. */
export function useRinging(shown: Shown | undefined): void {
  const { t } = useTools();
  const isHere = shown?.is === 'incoming';
  const rings = isHere || shown?.is === 'calling';
  const title = isHere && titleOf(shown, t);
  useEffect(() => (rings ? ring(isHere ? 'in' : 'out') : undefined), [rings, isHere]);
  useEffect(() => {
    if (!title) return undefined;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
