import type { Spoken } from './strings.ts';

export const words = JSON.parse(document.getElementById('check-words')!.textContent) as Spoken;

/** One part of the check, as it stands in the page. */
export interface Part {
  button: HTMLButtonElement;
  find: <Found extends Element>(selector: string) => Found;
  /** Tells what became of it, to screen readers as well. */
  say: (text: string) => void;
}

export function partOf(id: string): Part {
  const section = document.getElementById(id)!;
  const find: Part['find'] = (selector) => section.querySelector(selector)!;
  const status = find('[role=status]');
  return {
    button: find(':scope > button'),
    find,
    say: (text) => {
      status.textContent = text;
    },
  };
}
