import { type Section, strings } from './section.ts';

/** Level of speech, on a scale from 0 (60 dB below the maximum) to 1. */
const SPEECH = 0.4;

const SILENCE_MS = 8000;

/** Shows the level of the microphone, and says when speech is heard. @returns a function that stops */
export function showLevel(stream: MediaStream, { find, setStatus }: Section): () => void {
  const meter = find<HTMLMeterElement>('meter');
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let frame = 0;
  let isHeard = false;
  const look = (): void => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
    meter.value = Math.max(0, 1 + Math.log10(power) / 6);
    if (!isHeard && meter.value > SPEECH) {
      isHeard = true;
      clearTimeout(silence);
      setStatus(strings.microphoneWorks);
    }
    frame = requestAnimationFrame(look);
  };
  const silence = setTimeout(setStatus, SILENCE_MS, strings.silent);
  setStatus(strings.listening);
  look();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(silence);
    void context.close();
    meter.value = 0;
  };
}
