import { type Attributes, button, element } from '../../../browser/element.ts';
import { Refusal } from '../request.ts';
import { t } from '../words.ts';

/** A line for an error of an action. */
export const alertLine = (): HTMLElement => element('p', { class: 'error', role: 'alert', hidden: true });

/** Does an action, and shows in a line why it failed. @returns whether it succeeded */
export async function attempt(line: HTMLElement, action: () => Promise<unknown>): Promise<boolean> {
  line.hidden = true;
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    line.hidden = false;
    line.textContent = error.message;
    line.scrollIntoView({ block: 'nearest' });
    return false;
  }
}

interface FormParts {
  /** Name for screen readers, where the page has several such forms. */
  name?: string;
  id?: string;
  fields: (Node | string)[];
  /** Label of the button. */
  label: string;
  submit: (fields: FormData) => Promise<unknown>;
}

/** A form with a line for its error. After an error everything typed is still there. */
export function form({ name, id, fields, label, submit }: FormParts): HTMLFormElement {
  const line = alertLine();
  const send = element('button', { class: 'button' }, label);
  const made = element(
    'form',
    {
      id,
      'aria-label': name,
      submit: async (event) => {
        event.preventDefault();
        if (send.ariaDisabled) return;
        send.ariaDisabled = 'true';
        try {
          await attempt(line, () => submit(new FormData(made)));
        } finally {
          send.ariaDisabled = null;
        }
      },
    },
    ...fields,
    line,
    element('p', {}, send),
  );
  return made;
}

/** A labelled control of a form. */
export const field = (label: string, control: HTMLElement, hint = ''): HTMLElement =>
  element('label', { class: 'field' }, element('span', {}, label), control, hint && element('small', {}, hint));

/** A field for the nickname of a person. */
export const nicknameField = (label: string): HTMLElement =>
  field(
    label,
    element('input', { name: 'nickname', required: true, autocomplete: 'off' }),
    t('moderation.nicknameHint'),
  );

/** A radio button or checkbox with its label. */
export const choice = (attributes: Attributes, label: string): HTMLElement =>
  element('label', { class: 'choice' }, element('input', attributes), label);

/** A line with a button that is no part of a form. */
export const buttonLine = (label: string, click: () => unknown): HTMLElement =>
  element('p', {}, button(label, click, { class: 'button quiet' }));

/** A select element with options of value and text. */
export const select = (name: string, options: [value: string, text: string][], chosen?: string): HTMLSelectElement =>
  element(
    'select',
    { name },
    ...options.map(([value, text]) => element('option', { value, selected: value === chosen }, text)),
  );

/** Text of a field. */
export const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '');
