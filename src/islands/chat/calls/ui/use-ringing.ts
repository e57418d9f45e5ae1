import { useEffect } from 'react';

import { useChat } from '../../state/chat-context.ts';
import { setTitleNotice } from '../../ui/page-title.ts';
import type { CallState } from '../engine/call-state.ts';
import { titleOf } from './call-setup.tsx';
import { playRingtone } from './ringtone.ts';

/** Plays the ringtone, and shows an incoming call in the title of the page. */
export function useRinging(state: CallState | undefined): void {
  const { t } = useChat();
  const isHere = state?.status === 'incoming';
  const rings = isHere || state?.status === 'calling';
  const title = isHere && titleOf(state, t);
  useEffect(() => (rings ? playRingtone(isHere ? 'in' : 'out') : undefined), [rings, isHere]);
  useEffect(() => {
    if (!title) return undefined;
    setTitleNotice(title);
    return () => setTitleNotice(undefined);
  }, [title]);
}
