import { useChat } from './chat-context.ts';

/** @returns a function that deletes an own message of a room, with a toast to undo it */
export function useDeleteMessage(room: string): (seq: number) => void {
  const { client, t, showToast, checkOutcome } = useChat();
  return (seq) => {
    const { undo, send, settled } = client.delete(room, seq);
    showToast(t('chat.deletedNow'), {
      label: t('chat.undo'),
      act: undo,
      until: settled,
      onGone: async () => void checkOutcome(await send()),
    });
  };
}
