import { playNotes } from './play-notes.ts';

const NOTE_S = 0.14;
/** In hertz. */
const NOTES = [784, 1047];
/** A sound of another tab within this time is enough. */
const QUIET_MS = 500;

let context: AudioContext | undefined;

/** Prepares the sound. Browsers allow it from the first touch or key on, and phones may take it back, so each one asks again. */
export function prepareSound(): void {
  if (context) return;
  const opened = new AudioContext();
  context = opened;
  const resume = (): void => {
    if (opened.state !== 'running') void opened.resume();
  };
  for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, resume, true);
}

/** Plays the sound of a new message, in a single tab of the browser. */
export function playMessageSound(): void {
  prepareSound();
  void navigator.locks.request('message-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const quiet = new Promise((done) => setTimeout(done, QUIET_MS));
    // A sound that sleeps takes a moment to start. A browser that forbids it never answers.
    await Promise.race([context!.resume(), quiet]);
    playNotes(context!, NOTES, NOTE_S);
    await quiet;
  });
}
