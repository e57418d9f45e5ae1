/** Replaces the text from a position to the caret, as if the user had typed it. @returns false if the text would become too long */
export function insertText(area: HTMLTextAreaElement, text: string, from = area.selectionStart): boolean {
  if (area.value.length - (area.selectionEnd - from) + text.length > area.maxLength) return false;
  area.setRangeText(text, from, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
