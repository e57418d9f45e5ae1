import { useChat } from './chat-context.ts';
import { useLobby } from './lobby-context.ts';
import { countAlerts } from './unread.ts';

/**
 * Number of unread messages that the user is told of.
 * @param shown the open room
 */
export const useAlertCount = (shown: string | undefined): number =>
  // Every change of the chat's state renders its layout, so the rooms need no subscription of their own.
  countAlerts(useLobby(), useChat().client.getState().rooms, shown);
