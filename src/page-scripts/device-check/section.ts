import type { Strings } from './text-names.ts';

export const strings = JSON.parse(document.getElementById('check-words')!.textContent) as Strings;

export type Section = ReturnType<typeof sectionOf>;

/** A section of the check in the page. */
export function sectionOf(id: string) {
  const section = document.getElementById(id)!;
  const find = <Found extends Element>(selector: string): Found => section.querySelector<Found>(selector)!;
  const status = find('[role=status]');
  return {
    button: find<HTMLButtonElement>(':scope > button'),
    find,
    /** Shows a status text, which screen readers announce. */
    setStatus: (text: string): void => {
      status.textContent = text;
    },
  };
}
