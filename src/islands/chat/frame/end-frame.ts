import { draftOf, saveDraft } from '../browser-data/drafts.ts';
import { viewIn } from '../state/view.ts';

/** The frame that the page shows until the chat takes its place; `show-frame.ts` fills it. */
export const frameOf = (): HTMLElement | null => document.querySelector('.frame');

/** Texts that wait in the frame to be sent. */
export const waitingIn = (frame: HTMLElement): string[] =>
  [...frame.querySelectorAll('p')].map(({ textContent }) => textContent!);

/** Removes the frame where no composer takes its text. What was written in a room becomes its draft. */
export function endFrame(): void {
  const frame = frameOf();
  if (!frame) return;
  frame.remove();
  const view = viewIn(history.state);
  const texts = [...waitingIn(frame), frame.querySelector('textarea')?.value].filter(Boolean);
  if (view.type === 'room' && texts.length) saveDraft(view.room, { ...draftOf(view.room), text: texts.join('\n') });
}
