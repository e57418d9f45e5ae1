import type { PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import type { ChatClient, ChatOutcome } from '../client/chat-client-types.ts';

/** The last partner search of this page, so that the user can repeat it. */
export const lastPartnerSearch: { current: PartnerSearch | undefined } = { current: undefined };

/** Searches a partner and remembers the search. */
export function searchPartner(client: ChatClient, search: PartnerSearch): Promise<ChatOutcome> {
  lastPartnerSearch.current = search;
  return client.findPartner(search);
}
