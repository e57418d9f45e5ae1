import { type ErrorResponse, PROXY_ERRORS } from '../../contract/form-errors.ts';
import type { Success } from '../../contract/response-schemas.ts';
import { type FormMessages, messagesOf } from './form-messages.ts';

/** The next page, or messages. */
type SubmitOutcome = Success | { messages: FormMessages };

/** Submits a form, or fields, to the service. */
export async function submitForm(
  action: string,
  fields: HTMLFormElement | Record<string, string>,
): Promise<SubmitOutcome> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(
        fields instanceof HTMLFormElement ? (new FormData(fields) as unknown as Record<string, string>) : fields,
      ),
    });
    const answer = (await response.json().catch(() => ({}))) as Partial<Success & ErrorResponse>;
    if (response.ok && answer.next) return answer as Success;
    const form = PROXY_ERRORS[response.status];
    const errors = answer.errors ?? (form && { form });
    return errors ? { messages: messagesOf(errors) } : UNREACHABLE;
  } catch {
    // No network.
    return UNREACHABLE;
  }
}

const UNREACHABLE: SubmitOutcome = { messages: { form: 'service.unreachable' } };
