import { store, readStored } from '../../../browser/storage.ts';
import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';

/** An unsent text of the composer. */
export interface Draft {
  text: string;
  replyTo?: number | undefined;
  /** A new text for an own message, with its text so far. */
  edit?: { message: EditedMessage; text: string } | undefined;
}

/** The parts of a message that the composer needs to edit it. */
export type EditedMessage = Pick<ChatMessage, 'seq' | 'text'>;

/** The user who writes, and drafts by room. */
let person = '';
let drafts: Record<string, Draft> = {};

/** Reads the drafts of the signed-in user, and deletes those of another user. Call it before a room is shown. */
export function openDrafts(user: string): void {
  if (person === user) return;
  const stored = JSON.parse(readStored('sessionStorage', 'drafts') ?? '{}') as {
    person?: string;
    drafts?: typeof drafts;
  };
  person = user;
  drafts = (stored.person === user && stored.drafts) || {};
  if (stored.person !== user) store('sessionStorage', 'drafts', undefined);
}

export const draftOf = (room: string): Draft => drafts[room] ?? { text: '' };

/** Keeps a draft of the signed-in user. */
export function saveDraft(room: string, draft: Draft): void {
  if (!person) return;
  const { [room]: _before, ...others } = drafts;
  const isKept = draft.text || draft.replyTo !== undefined || draft.edit;
  drafts = isKept ? { ...others, [room]: draft } : others;
  store('sessionStorage', 'drafts', Object.keys(drafts).length ? JSON.stringify({ person, drafts }) : undefined);
}

export function forgetDrafts(): void {
  person = '';
  drafts = {};
  store('sessionStorage', 'drafts', undefined);
}
