import type { Success } from '../../contract/answers.ts';
import type { Refusal } from '../../contract/errors.ts';
import { type Messages, messagesOf } from './messages.ts';

/** Either where to go on, or what to say. */
type Outcome = Success | { messages: Messages };

/** Sends a form to the service. */
export async function send(action: string, form: HTMLFormElement): Promise<Outcome> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
    });
    const answer = (await response.json()) as Partial<Success & Refusal>;
    if (response.ok && answer.next) return { next: answer.next };
    if (answer.errors) return { messages: messagesOf(answer.errors) };
    return UNREACHABLE;
  } catch {
    // The network, or an answer from somebody else than the service.
    return UNREACHABLE;
  }
}

const UNREACHABLE: Outcome = { messages: { form: 'service.unreachable' } };
