/** Replaces the text from a position to the caret, as if the user had typed it. */
export function insertText(area: HTMLTextAreaElement, text: string, from = area.selectionStart): void {
  area.setRangeText(text, from, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
