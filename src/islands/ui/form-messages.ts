import { formElementId } from '../../contract/element-ids.ts';
import type { Errors } from '../../contract/form-errors.ts';
import type { FormId, FormState } from '../../contract/forms.ts';
import type { TranslationKey } from '../../site/i18n/translator.ts';

/** Messages of a form by field; the message of the whole form stands under `form`. */
export type FormMessages = Partial<Record<string, TranslationKey>>;

/** The translation keys of errors. */
export const messagesOf = (errors: Errors): FormMessages =>
  Object.fromEntries(Object.entries(errors).map(([name, code]) => [name, `errors.${code!}` satisfies TranslationKey]));

/** Reads the values and messages of a form that the service sent back after a submit without JavaScript. */
export function stateOnPage(form: FormId): Pick<FormState, 'values'> & { messages: FormMessages } {
  const element = globalThis.document?.getElementById(formElementId(form, 'state'));
  if (!element) return { values: {}, messages: {} };
  const { values, errors } = JSON.parse(element.textContent) as FormState;
  return { values, messages: messagesOf(errors) };
}
