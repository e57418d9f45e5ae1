import type { ErrorCode, Errors } from '../../contract/errors.ts';

/** What comes of a form. */
export type Outcome = Accepted | Refused;

export interface Accepted {
  /** Path of the page to go on with. */
  next: string;
  /** `Set-Cookie` headers. */
  cookies?: string[];
}

export interface Refused {
  status: 401 | 422 | 429 | 500;
  errors: Errors;
}

export const refuse = (errors: Errors): Refused => ({ status: 422, errors });

/** Refuses a form as a whole. */
export const refuseForm = (code: ErrorCode): Refused => refuse({ form: code });

export const tooMany: Refused = { status: 429, errors: { form: 'tooMany' } };

export const failed: Refused = { status: 500, errors: { form: 'server' } };

export const signedOut: Refused = { status: 401, errors: { form: 'signedOut' } };
