import { createContext, use } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import type { EditedMessage } from '../browser-data/drafts.ts';
import type { ChatClient, ChatOutcome, ReportSubject } from '../client/chat-client-types.ts';
import type { View } from './view.ts';

/** The dialog to open, with its subject. */
export type DialogRequest =
  | ({ type: 'report' } & ReportSubject)
  | { type: 'block'; person: Person }
  | { type: 'people'; room: string }
  | { type: 'goTo' }
  | { type: 'keys' };

/** The composer writes a new message, a reply, or with `edit` a new text of an own message. */
export interface ComposerMode {
  replyTo?: number | undefined;
  edit?: EditedMessage | undefined;
}

/** The button of a toast. */
export interface ToastAction {
  label: string;
  act: () => void;
  /** The action can be undone with Ctrl+Z, until this resolves and closes the toast. */
  until?: Promise<void>;
  /** Called when the toast has gone, after `act` as well. */
  onGone?: () => void;
}

/** Shared by all components of the chat. Its members never change while the chat is open, so reading it causes no render. */
export interface ChatContext extends IslandProps {
  client: ChatClient;
  /** Topics of the public rooms, in the order of the configuration. */
  topics: string[];
  t: Translate;
  navigate: (view: View) => void;
  /** Returns to the lobby, which a narrow screen shows alone. */
  toLobby: () => void;
  /** Opens the setup of a call to the other person of a private room, with the camera on if `video`. */
  prepareCall: (room: string, video?: boolean) => void;
  /** Opens a dialog; `undefined` closes it. */
  openDialog: (request: DialogRequest | undefined) => void;
  /** Shows a text for 6 s, with a button that closes it or acts. */
  showToast: (text: string, action?: ToastAction) => void;
  /** Shows a toast for a failed request. @returns whether the request succeeded */
  checkOutcome: (outcome: ChatOutcome) => boolean;
}

const Context = createContext<ChatContext | undefined>(undefined);

export const ChatContextProvider = Context;
export const useChat = (): ChatContext => use(Context)!;
