import type { Strings } from './text-names.ts';

export const strings = JSON.parse(document.getElementById('check-words')!.textContent) as Strings;

/** A section of the check in the page. */
export interface Section {
  button: HTMLButtonElement;
  find: <Found extends Element>(selector: string) => Found;
  /** Shows a status text, which screen readers announce. */
  setStatus: (text: string) => void;
}

export function sectionOf(id: string): Section {
  const section = document.getElementById(id)!;
  const find: Section['find'] = (selector) => section.querySelector(selector)!;
  const status = find('[role=status]');
  return {
    button: find(':scope > button'),
    find,
    setStatus: (text) => {
      status.textContent = text;
    },
  };
}
