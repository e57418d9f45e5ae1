import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { useChat } from './chat-context.ts';
import { isShown } from './view.ts';

/** @returns a function that leaves the room, then shows the partner search after a partner and the lobby after any other room, unless the user has opened another view */
export function useLeave({ id, kind }: RoomFacts): () => Promise<void> {
  const { client, navigate, toLobby, showToast, t, checkOutcome } = useChat();
  return async () => {
    if (!checkOutcome(await client.leave(id))) return;
    if (kind === 'partner') showToast(t('partner.left'));
    if (!isShown(id)) return;
    if (kind === 'partner') navigate({ type: 'partner' });
    else toLobby();
  };
}
