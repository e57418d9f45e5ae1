import { sectionOf, strings } from './section.ts';

const NOTES_HZ = [440, 660];
const NOTE_SECONDS = 0.6;

/** Plays a sound, and asks the visitor whether it was heard. */
export function checkSpeaker(): void {
  const { button, find, setStatus } = sectionOf('speaker');
  const question = find<HTMLElement>('[role=group]');
  button.addEventListener('click', () => {
    play();
    question.hidden = false;
    setStatus(strings.heard);
  });
  question.addEventListener('click', ({ target }) => {
    const { answer } = (target as HTMLElement).dataset;
    if (!answer) return;
    question.hidden = true;
    button.focus();
    setStatus(answer === 'yes' ? strings.speakerWorks : strings.speakerSilent);
  });
}

/** Plays two notes that swell and fade, so that nothing crackles. */
function play(): void {
  const context = new AudioContext();
  NOTES_HZ.forEach((frequency, index) => {
    const start = context.currentTime + index * NOTE_SECONDS;
    const note = new OscillatorNode(context, { frequency });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueCurveAtTime([0, 0.3, 0.2, 0], start, NOTE_SECONDS);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
    if (index === NOTES_HZ.length - 1) note.addEventListener('ended', () => void context.close());
  });
}
