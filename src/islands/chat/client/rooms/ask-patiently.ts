import type { ChatConnection } from '../socket-connection.ts';

/** Longest pause before the first and before the last repetition of a request that the service had no place for. Each is twice the former. */
const PAUSE_MS = 2000;
const LAST_PAUSE_MS = 32_000;

/** Asks again while the queue of the service is full: after random pauses, because many pages ask at once then. */
export const askPatiently =
  (ask: ChatConnection['ask']): ChatConnection['ask'] =>
  async (name, body) => {
    for (let pauseMs = PAUSE_MS; ; pauseMs *= 2) {
      const answer = await ask(name, body);
      if (!('error' in answer && answer.error === 'tooMany') || pauseMs > LAST_PAUSE_MS) return answer;
      await new Promise((done) => setTimeout(done, Math.random() * pauseMs));
    }
  };
