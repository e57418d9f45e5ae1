import { playNotes } from '../../alerts/play-notes.ts';

const EVERY_MS = 3000;
const NOTE_S = 0.35;
/** In hertz, for an incoming and an outgoing call. */
const NOTES = { in: [660, 880], out: [425] };

/** Plays the ringtone, where the browser allows sound already. @returns a function that stops it */
export function playRingtone(direction: keyof typeof NOTES): () => void {
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
