const token = document.querySelector<HTMLMetaElement>('meta[name=edit-token]')!.content;

/**
 * Has the editor do an action.
 * @throws Error with a message to show
 */
export async function request<Answer>(action: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const response = await send(action, body, signal);
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? 'The editor has failed.');
  return answer;
}

/**
 * Has the editor do a long action that tells of its progress.
 * @param signal ends the action
 * @throws Error with a message to show
 */
export async function* requestEvents<Event>(
  action: string,
  body: unknown,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const response = await send(action, body, signal);
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value = '', done } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Event;
    if (done) return;
  }
}

/** @throws Error with a message to show where the editor cannot be reached or refuses the request */
async function send(action: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`/api/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-edit-token': token },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Error('The editor cannot be reached. Start it again: npm run edit', { cause: error });
  });
  if (!response.headers.get('Content-Type')?.startsWith('application/json'))
    throw new Error((await response.text()).trim());
  return response;
}

/** Shows a message in the line that screen readers announce. */
export function showStatus(message: string): void {
  document.querySelector('#status')!.textContent = message;
}
