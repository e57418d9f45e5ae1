import { element } from '../../../browser/element.ts';
import { ask } from '../ask.ts';

/** What a key combination does. */
export interface Shortcut {
  /** @example 'Alt+Shift+U' */
  keys: string;
  label: string;
  run: () => unknown;
}

/** Keys of the text field itself, for the list. */
const IN_FIELD = [
  { keys: 'Ctrl+K', label: 'Make or edit a link' },
  { keys: 'Ctrl+B', label: 'Bold' },
  { keys: 'Ctrl+Z, Ctrl+Y', label: 'Undo and redo what was typed in this field' },
  { keys: 'Tab', label: 'Leave the field' },
];

const CODES: Record<string, string> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  'Page down': 'PageDown',
  'Page up': 'PageUp',
  '/': 'Slash',
};

/** Listens to shortcuts. Ctrl is also the Command key. */
export function listenToShortcuts(shortcuts: Shortcut[]): void {
  const listen = (event: KeyboardEvent): void => {
    if (document.querySelector('dialog[open]')) return;
    const found = shortcuts.find(({ keys }) => isPressed(keys.split('+'), event));
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found.run();
  };
  document.addEventListener('keydown', listen, { capture: true });
}

/** The code names a key by its place, which is the same in all keyboard layouts: with Alt, layouts give other characters. */
function isPressed(keys: string[], event: KeyboardEvent): boolean {
  const key = keys.at(-1)!;
  return (
    event.code === (CODES[key] ?? `Key${key}`) &&
    (event.ctrlKey || event.metaKey) === keys.includes('Ctrl') &&
    event.altKey === keys.includes('Alt') &&
    event.shiftKey === keys.includes('Shift')
  );
}

/** Shows all shortcuts. */
export async function showShortcuts(shortcuts: Shortcut[]): Promise<void> {
  const rows = [...shortcuts, ...IN_FIELD].map(({ keys, label }) =>
    element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, keys)), element('td', {}, label)),
  );
  await ask({ title: 'Shortcuts', body: [element('table', { class: 'shortcuts' }, ...rows)] });
}
