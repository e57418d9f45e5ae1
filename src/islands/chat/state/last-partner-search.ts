import type { ChatClient, Outcome } from '../client/state.ts';

type Wish = Parameters<ChatClient['seek']>[0];

/** What somebody looked for last, while the page is open. */
export const wishes: { last: Wish | undefined } = { last: undefined };

/** Looks for a partner, and remembers as whom and for whom. */
export function seekAgain(client: ChatClient, wish: Wish): Promise<Outcome> {
  wishes.last = wish;
  return client.seek(wish);
}
