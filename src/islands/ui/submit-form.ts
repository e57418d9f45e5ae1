import type { ErrorResponse } from '../../contract/errors.ts';
import type { Success } from '../../contract/response-schemas.ts';
import { type FormMessages, messagesOf } from './form-messages.ts';

/** Either where to go on, or what to say. */
type SubmitOutcome = Success | { messages: FormMessages };

/** Sends a form, or fields, to the service. */
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
    // The network, or an answer from somebody else than the service.
    return UNREACHABLE;
  }
}

const UNREACHABLE: SubmitOutcome = { messages: { form: 'service.unreachable' } };
