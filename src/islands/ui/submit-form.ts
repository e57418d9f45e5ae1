import type { ErrorResponse } from '../../contract/errors.ts';
import type { Success } from '../../contract/response-schemas.ts';
import { type Messages, messagesOf } from './form-messages.ts';

/** Either where to go on, or what to say. */
type Outcome = Success | { messages: Messages };

/** Sends a form, or fields, to the service. */
export async function send(action: string, fields: HTMLFormElement | Record<string, string>): Promise<Outcome> {
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

const UNREACHABLE: Outcome = { messages: { form: 'service.unreachable' } };
