/** Replaces the text from a position to the caret, as if the user had typed it, unless the text would become too long. */
export function insertText(area: HTMLTextAreaElement, text: string, from = area.selectionStart): void {
  if (area.value.length - (area.selectionEnd - from) + text.length > area.maxLength) return;
  area.setRangeText(text, from, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
