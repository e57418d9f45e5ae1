import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import { useChat } from './chat-context.ts';

/** Takes no part any more: after a partner one may look for the next, else the lobby is shown. */
export function useLeave({ id, kind }: RoomFacts): () => Promise<void> {
  const { client, navigate, toLobby, showToast, t, checkOutcome } = useChat();
  return async () => {
    if (!checkOutcome(await client.leave(id))) return;
    if (kind !== 'partner') return toLobby();
    showToast(t('partner.left'));
    navigate({ type: 'partner' });
  };
}
