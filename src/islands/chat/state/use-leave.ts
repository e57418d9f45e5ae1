import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import { useTools } from './chat-context.ts';

/** Takes no part any more: after a partner one may look for the next, else the lobby is shown. */
export function useLeave({ id, kind }: RoomFacts): () => Promise<void> {
  const { client, go, leave, tell, t, check } = useTools();
  return async () => {
    if (!check(await client.leave(id))) return;
    if (kind !== 'partner') return leave();
    tell(t('partner.left'));
    go({ is: 'partner' });
  };
}
