const EVERY_MS = 3000;
const NOTE_S = 0.35;
const LOUDNESS = 0.08;
/** In hertz, for an incoming and an outgoing call. */
const NOTES = { in: [660, 880], out: [425] };

/** Plays the ringtone, where the browser allows sound already. @returns a function that stops it */
export function playRingtone(direction: keyof typeof NOTES): () => void {
  const context = new AudioContext();
  const play = (): void => {
    if (context.state !== 'running') return;
    for (const [index, hertz] of NOTES[direction].entries()) {
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      const from = context.currentTime + index * NOTE_S;
      oscillator.frequency.value = hertz;
      // A soft start and end prevent clicks.
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.04);
      gain.gain.linearRampToValueAtTime(0, from + NOTE_S);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(from);
      oscillator.stop(from + NOTE_S);
    }
  };
  const first = setTimeout(play, 100);
  const playing = setInterval(play, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(playing);
    void context.close();
  };
}
