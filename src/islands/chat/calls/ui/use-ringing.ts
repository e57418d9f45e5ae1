import { useEffect } from 'react';

import { playNotes } from '../../alerts/play-notes.ts';
import { useChat } from '../../state/chat-context.ts';
import { setTitleNotice } from '../../ui/page-title.ts';
import type { CallState } from '../engine/call-state.ts';
import { titleOf } from './call-setup.tsx';

const EVERY_MS = 3000;
const NOTE_S = 0.35;
/** In hertz, for an incoming and an outgoing call. */
const NOTES = { in: [660, 880], out: [425] };

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

/** Plays the ringtone, where the browser allows sound already. @returns a function that stops it */
function playRingtone(direction: keyof typeof NOTES): () => void {
  const context = new AudioContext();
  const play = (): void => playNotes(context, NOTES[direction], NOTE_S);
  const first = setTimeout(play, 100);
  const playing = setInterval(play, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(playing);
    void context.close();
  };
}
