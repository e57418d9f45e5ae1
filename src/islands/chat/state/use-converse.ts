import type { Person } from '../../../contract/chat/person.ts';
import { useChat } from './chat-context.ts';

/** @returns a function that opens the conversation with a person if, with the answer, `onAnswer` says that the user still waits for it */
export function useConverse(): (person: Person, onAnswer: () => boolean) => Promise<void> {
  const { client, t, openDialog, navigate, showToast, checkOutcome } = useChat();
  return async (person, onAnswer) => {
    const answer = await client.openPrivateConversation(person.id);
    const isAwaited = onAnswer();
    if ('error' in answer) return void checkOutcome(answer.error);
    if (!isAwaited) return;
    openDialog(undefined);
    // A request of that person waits for an answer in the lobby.
    if (!client.getState().lobby!.rooms.some(({ id }) => id === answer.room)) {
      showToast(t('requests.text', { name: person.name }));
      return navigate({ type: 'lobby' });
    }
    navigate({ type: 'room', room: answer.room });
  };
}
