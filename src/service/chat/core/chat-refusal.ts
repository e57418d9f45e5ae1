import type { ChatError } from '../../../contract/chat-protocol.ts';

/** Ends a request of the chat, and the transaction that it is in. */
export class ChatRefusal extends Error {
  readonly code: ChatError;
  constructor(code: ChatError) {
    super(code);
    this.code = code;
  }
}
