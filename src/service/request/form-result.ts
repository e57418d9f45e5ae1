import type { ErrorCode, Errors } from '../../contract/errors.ts';

/** What comes of a form. */
export type Outcome = Accepted | Refused;

export interface Accepted {
  /** Path of the page to go on with. */
  next: string;
  /** `Set-Cookie` headers. */
  cookies?: string[];
  /** What a browser needs to use a passkey. */
  options?: object;
  /** Has the browser delete what it keeps of the site, but for cookies. */
  clearsStorage?: boolean;
}

export interface Refused {
  status: 401 | 422 | 429 | 500 | 503;
  errors: Errors;
  /** When it makes sense to try again. */
  waitSeconds?: number;
}

export const refuse = (errors: Errors): Refused => ({ status: 422, errors });

/** Refuses a form as a whole. */
export const refuseForm = (code: ErrorCode): Refused => refuse({ form: code });

/** @param waitSeconds until it makes sense to try again */
export const tooMany = (waitSeconds: number): Refused => ({ status: 429, errors: { form: 'tooMany' }, waitSeconds });

/** The queues of passwords are full. */
export const busy: Refused = { status: 503, errors: { form: 'busy' }, waitSeconds: 5 };

export const failed: Refused = { status: 500, errors: { form: 'server' } };

export const signedOut: Refused = { status: 401, errors: { form: 'signedOut' } };
