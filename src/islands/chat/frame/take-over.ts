import { frameOf, waitingIn } from './end-frame.ts';

/**
 * Removes the frame of the page, and hands over what the user has typed there, with focus and cursor. A composition of an input method ends
 * first: until then the frame stays.
 * @param field the field that takes its place
 * @param take called with a new text, and the texts that wait to be sent
 */
export function takeOver(field: HTMLTextAreaElement, take: (text: string, waiting: string[]) => void): void {
  const frame = frameOf();
  const early = frame?.querySelector('textarea');
  if (!frame || !early) return frame?.remove();
  if (early.dataset.last === 'compositionstart') {
    // The listener of the page comes first.
    return frame.addEventListener('compositionend', () => takeOver(field, take), { once: true });
  }
  const hadFocus = document.activeElement === early;
  frame.remove();
  const { value, defaultValue, selectionStart, selectionEnd } = early;
  const waiting = waitingIn(frame);
  if (waiting.length || value !== defaultValue) {
    // Before React does, so that the cursor has its place.
    field.value = value;
    take(value, waiting);
  }
  if (!hadFocus) return undefined;
  field.focus({ preventScroll: true });
  field.setSelectionRange(selectionStart, selectionEnd);
}
