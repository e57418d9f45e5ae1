import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { useChat } from './chat-context.ts';
import { lastPartnerSearch, searchPartner } from './last-partner-search.ts';
import { isShown } from './view.ts';

/** @returns a function that leaves a partner, unless the conversation has ended, and repeats the search */
export function useNextPartner({ id, ended, search }: RoomFacts): () => Promise<void> {
  const { client, navigate, checkOutcome } = useChat();
  return async () => {
    if (!ended && !checkOutcome(await client.leave(id))) return;
    if (isShown(id)) navigate({ type: 'partner' });
    // A page that was reloaded has the search from the room alone.
    const again = search ?? lastPartnerSearch.current;
    if (again) checkOutcome(await searchPartner(client, again));
  };
}
