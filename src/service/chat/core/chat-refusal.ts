import type { ChatError } from '../../../contract/chat/chat-errors.ts';

/** Refuses a chat request with a code, and rolls back its transaction. */
export class ChatRefusal extends Error {
  readonly code: ChatError;
  constructor(code: ChatError) {
    super(code);
    this.code = code;
  }
}
