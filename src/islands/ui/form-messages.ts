import type { Errors } from '../../contract/errors.ts';
import { type FormId, type FormState, formElementId } from '../../contract/forms.ts';
import type { TranslationKey } from '../../site/i18n/translator.ts';

/** What is said of a form, by field; what concerns all of it stands under `form`. */
export type FormMessages = Partial<Record<string, TranslationKey>>;

/** What somebody typed, and what is said of it. */
interface ReturnedForm {
  values: FormState['values'];
  messages: FormMessages;
}

/** The words for errors. */
export const messagesOf = (errors: Errors): FormMessages =>
  Object.fromEntries(Object.entries(errors).map(([name, code]) => [name, `errors.${code!}` satisfies TranslationKey]));

/** The state in which a form has come back from the service, without JavaScript. */
export function stateOnPage(form: FormId): ReturnedForm {
  const element = globalThis.document?.getElementById(formElementId(form, 'state'));
  if (!element) return { values: {}, messages: {} };
  const { values, errors } = JSON.parse(element.textContent) as FormState;
  return { values, messages: messagesOf(errors) };
}
