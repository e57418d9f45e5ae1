import type { ReactElement, ReactNode } from 'react';

import type { FormMessages } from '../../ui/form-messages.ts';
import { submitForm } from '../../ui/submit-form.ts';

interface Props {
  action: string;
  /** Values of hidden fields. */
  values?: Record<string, string>;
  /** Accessible name of the button, where its text is not enough. */
  label?: string;
  /** With JavaScript: called after success. */
  onDone: (next: string) => void;
  onRefused: (messages: FormMessages) => void;
  children: ReactNode;
}

/** A form with a single button. */
export function ActionButton({ action, values, label, onDone, onRefused, children }: Props): ReactElement {
  return (
    <form
      method="post"
      action={action}
      onSubmit={async (event) => {
        event.preventDefault();
        const outcome = await submitForm(action, event.currentTarget);
        if ('next' in outcome) onDone(outcome.next);
        else onRefused(outcome.messages);
      }}
    >
      {Object.entries(values ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button quiet" type="submit" aria-label={label}>
        {children}
      </button>
    </form>
  );
}
