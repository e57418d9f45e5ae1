import type { ChatClient, ChatOutcome } from '../client/state.ts';

type PartnerSearch = Parameters<ChatClient['findPartner']>[0];

/** What somebody looked for last, while the page is open. */
export const lastPartnerSearch: { current: PartnerSearch | undefined } = { current: undefined };

/** Looks for a partner, and remembers as whom and for whom. */
export function searchPartner(client: ChatClient, wish: PartnerSearch): Promise<ChatOutcome> {
  lastPartnerSearch.current = wish;
  return client.findPartner(wish);
}
