import { element } from '../../../browser/element.ts';
import type { FieldOptions, TextField } from './text-field.ts';

/** Makes a field for plain text, such as a word of the interface or a title. */
export function createPlainField({ text, lang, dir, label, onChange }: Omit<FieldOptions, 'askForLink'>): TextField {
  const area = element('textarea', {
    class: 'plain',
    'aria-label': label,
    'aria-describedby': `about-${lang}`,
    rows: '2',
    dir,
    lang,
    spellcheck: 'true',
    input: () => onChange(area.value),
  });
  area.value = text;
  return {
    element: area,
    get text() {
      return area.value;
    },
    get cursor() {
      return area.selectionStart;
    },
    replace(next) {
      area.focus();
      area.select();
      // Undo of a textarea knows only what was typed.
      document.execCommand('insertText', false, next);
    },
    focus: () => area.focus(),
  };
}
