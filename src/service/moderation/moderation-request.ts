import type { Person } from '../../contract/chat/person.ts';
import type { ModerationError } from '../../contract/moderation/errors.ts';
import type { ModerationRole } from '../../contract/moderation/me.ts';
import type { ModerationBody, ModerationRequestName, ModerationRequests } from '../../contract/moderation/protocol.ts';
import type { SignedIn } from '../request/current-user.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A verified request of a moderator. */
export interface ModerationRequest {
  context: RequestContext;
  moderator: Person & { role: ModerationRole };
  signedIn: SignedIn;
  /** Whether the second factor was given within twelve hours, in this session. */
  hasSecondFactor: boolean;
  /** `Set-Cookie` headers of the response. Handlers add their own. */
  cookies: string[];
}

/** Handlers of the requests of moderators, by name. */
export type ModerationHandlers = {
  [Name in ModerationRequestName]: (
    body: ModerationBody<Name>,
    request: ModerationRequest,
  ) => Promise<ModerationRequests[Name][1] | void>;
};

/** Refuses a request of a moderator with a code, and rolls back its transaction. */
export class ModerationRefusal extends Error {
  readonly code: ModerationError;
  constructor(code: ModerationError) {
    super(code);
    this.code = code;
  }
}
