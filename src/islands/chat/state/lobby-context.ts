import { createContext, use } from 'react';

import type { Lobby } from '../../../contract/chat/chat-protocol.ts';

const Context = createContext<Lobby | undefined>(undefined);

export const LobbyProvider = Context;

/**
 * The lobby of the signed-in user. The calling component renders again with each presence change and each unread message of any
 * room, so message rows take the few facts that they need as props instead.
 */
export const useLobby = (): Lobby => use(Context)!;
