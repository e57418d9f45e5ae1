/** Id of the title of the open view. */
export const TITLE_ID = 'chat-title';

/** Id of the lobby, which takes the focus where no view is open. */
export const LOBBY_ID = 'chat-lobby';

/** Focuses the head of the pane where the focused element has disappeared. */
export function rescueFocus(): void {
  const field = document.activeElement;
  // Chromium gives the focus back to a text field, but not always its cursor.
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.selectionStart, field.selectionEnd);
  if (field !== document.body) return;
  const target = document.getElementById(TITLE_ID) ?? document.getElementById(LOBBY_ID);
  target?.focus({ preventScroll: true });
}
