import type { ErrorCode, Errors } from '../../contract/form-errors.ts';
import type { FormId } from '../../contract/forms.ts';
import { forms } from '../../contract/forms.ts';
import { nicknameError } from '../../contract/typed-text/nickname.ts';

/** Validates a form in the browser, so that errors appear in the language of the page. The service validates again. */
export function validateForm(id: FormId, form: HTMLFormElement): Errors {
  const inputs = Object.keys(forms[id].fields).map((name) => form.elements.namedItem(name) as HTMLInputElement);
  return Object.fromEntries(inputs.map((input) => [input.name, codeOf(input)]).filter(([, code]) => code));
}

function codeOf({ name, type, value, validity }: HTMLInputElement): ErrorCode | undefined {
  if (validity.badInput) return 'date';
  if (validity.valueMissing) return type === 'checkbox' ? 'agreement' : 'required';
  if (validity.typeMismatch) return 'email';
  if (!validity.valid) return 'passwordShort';
  return name === 'nickname' && value ? nicknameError(value.trim().normalize('NFKC')) : undefined;
}
