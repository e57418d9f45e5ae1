/**
 * Answers with a JSON event a line.
 * @param run sends the events, and is stopped by the signal where the browser closes the request
 * @param failed event to end with where `run` throws
 */
export function streamEvents<Event>(
  run: (send: (event: Event) => void, signal: AbortSignal) => Promise<void>,
  failed: Event,
): Response {
  const ended = new AbortController();
  const body = new ReadableStream<string>({
    async start(stream) {
      const send = (event: Event): void => {
        if (!ended.signal.aborted) stream.enqueue(`${JSON.stringify(event)}\n`);
      };
      try {
        await run(send, ended.signal);
      } catch (error) {
        console.error(error);
        send(failed);
      }
      if (!ended.signal.aborted) stream.close();
    },
    cancel: () => ended.abort(),
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}
