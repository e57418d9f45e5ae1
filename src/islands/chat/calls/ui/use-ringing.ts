import { useEffect } from 'react';

import { useTools } from '../../state/chat-context.ts';
import type { Shown } from '../engine/call-state.ts';
import { ring } from './ringtone.ts';
import { titleOf } from './setup.tsx';

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
