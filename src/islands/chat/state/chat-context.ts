import { createContext, use } from 'react';

import type { Lobby, ChatMessage } from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { ChatClient, Outcome } from '../client/state.ts';
import type { View } from './view.ts';

/** What is asked in a dialog. */
export type Question =
  | { is: 'report'; room: string; person: Person; seq?: number | undefined }
  | { is: 'block'; person: Person }
  | { is: 'people'; room: string };

/** What the field for writing is for: with `edit`, a message of one's own is changed. */
export interface Aim {
  replyTo?: number | undefined;
  edit?: ChatMessage;
}

/** What every part of the chat needs. */
export interface Tools {
  client: ChatClient;
  lobby: Lobby;
  lang: string;
  /** Of the public rooms, in their order. */
  topics: string[];
  /** Of this minute. */
  now: number;
  t: Translate;
  go: (view: View) => void;
  /** To the lobby, where one pane is shown at a time. */
  leave: () => void;
  /** Prepares a call to the other one of a conversation. */
  callIn: (room: string) => void;
  ask: (question: Question | undefined) => void;
  tell: (text: string) => void;
  /** Says so where something did not end well. @returns whether it did */
  check: (outcome: Outcome) => boolean;
}

const Context = createContext<Tools | undefined>(undefined);

export const ToolsProvider = Context;
export const useTools = (): Tools => use(Context)!;
