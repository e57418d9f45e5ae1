import { button, element } from '../../browser/element.ts';

interface Question {
  title: string;
  body: (Node | string)[];
  /** Label of the button that goes on. @default none: there is nothing to decide */
  action?: string;
  /** Of an action that takes something away. */
  isDanger?: boolean;
  /** A further button, with the value that it closes the dialog with. */
  other?: { label: string; value: string };
}

/**
 * Asks in a modal dialog. Escape and "Cancel" answer undefined; other answers have the fields of the form, and as `action` the button.
 */
export function ask({ title, body, action, isDanger, other }: Question): Promise<FormData | undefined> {
  const cancel = button(action ? 'Cancel' : 'Close', () => end());
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', { id: 'question' }, title),
    ...body,
    element(
      'p',
      { class: 'actions' },
      action && element('button', { name: 'action', value: 'go', class: isDanger ? 'danger' : 'primary' }, action),
      other && element('button', { name: 'action', value: other.value, formnovalidate: true }, other.label),
      cancel,
    ),
  );
  const dialog = element('dialog', { 'aria-labelledby': 'question' }, form);
  const opener = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  const { promise, resolve } = Promise.withResolvers<FormData | undefined>();
  // The `close` event comes later: a key that is pressed before it would find the action of the dialog still running.
  const end = (answer?: FormData): void => {
    resolve(answer);
    dialog.close();
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    end(new FormData(form, event.submitter));
  });
  dialog.addEventListener('cancel', () => end());
  return promise;
}

/** A labelled control of a form. */
export const labelled = (label: string, control: HTMLElement, hint = ''): HTMLElement =>
  element('label', { class: 'labelled' }, element('span', {}, label), control, hint && element('small', {}, hint));
