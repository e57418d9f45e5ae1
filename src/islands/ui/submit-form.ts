import type { ErrorResponse } from '../../contract/form-errors.ts';
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
    const answer = (await response.json()) as Partial<Success & ErrorResponse>;
    if (response.ok && answer.next) return answer as Success;
    if (answer.errors) return { messages: messagesOf(answer.errors) };
    return UNREACHABLE;
  } catch {
    // No network, or an answer that is not from the service, such as the page of a proxy.
    return UNREACHABLE;
  }
}

const UNREACHABLE: SubmitOutcome = { messages: { form: 'service.unreachable' } };
