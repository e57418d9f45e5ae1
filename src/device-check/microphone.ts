import { type Section, strings } from './section.ts';

/** As loud as this is speech, on a scale from 0, which is 60 dB below the loudest, to 1. */
const SPEECH = 0.4;

const SILENCE_MS = 8000;

/** Shows how loud it is, until speech is heard and after. */
export function showLevel(stream: MediaStream, { find, say }: Section): () => void {
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
      say(strings.microphoneWorks);
    }
    frame = requestAnimationFrame(look);
  };
  const silence = setTimeout(say, SILENCE_MS, strings.silent);
  say(strings.listening);
  look();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(silence);
    void context.close();
    meter.value = 0;
  };
}
