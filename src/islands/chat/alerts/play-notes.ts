const LOUDNESS = 0.08;

/**
 * Plays notes one after another, where the browser allows sound.
 * @param hertz of each note
 */
export function playNotes(context: AudioContext, hertz: readonly number[], noteSeconds: number): void {
  if (context.state !== 'running') return;
  for (const [index, pitch] of hertz.entries()) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + index * noteSeconds;
    oscillator.frequency.value = pitch;
    // A soft start and end prevent clicks.
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.04);
    gain.gain.linearRampToValueAtTime(0, from + noteSeconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + noteSeconds);
  }
}
