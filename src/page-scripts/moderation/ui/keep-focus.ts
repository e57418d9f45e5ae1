/** Focuses an element in place of another that has gone. A user who has gone on to a field keeps it: letters elsewhere are shortcuts. */
export function keepFocus(place: HTMLElement): void {
  if (document.activeElement === document.body) place.focus();
}
