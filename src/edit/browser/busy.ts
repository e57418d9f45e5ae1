const main = document.querySelector('main')!;

/** Whether an action runs, or the page's script has not started. */
export const isBusy = (): boolean => main.ariaBusy === 'true';

/** Tells the eye and screen readers whether the page takes another action. */
export function setBusy(busy: boolean): void {
  if (busy) main.ariaBusy = 'true';
  else main.removeAttribute('aria-busy');
}
