import type { ChatError } from '../../../contract/chat-protocol.ts';

/** Refuses a chat request with a code, and rolls back its transaction. */
export class ChatRefusal extends Error {
  readonly code: ChatError;
  constructor(code: ChatError) {
    super(code);
    this.code = code;
  }
}

/** Refuses a request because this node has too much to do: it is no flood of the user. */
export class Overload extends ChatRefusal {
  constructor() {
    super('tooMany');
  }
}
