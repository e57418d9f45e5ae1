import type { ErrorCode, Errors } from '../../contract/errors.ts';

/** What comes of a form. */
export type FormResult = FormSuccess | FormError;

export interface FormSuccess {
  /** Path of the page to go on with. */
  next: string;
  /** `Set-Cookie` headers. */
  cookies?: string[];
  /** What a browser needs to use a passkey. */
  options?: object;
  /** Has the browser delete what it keeps of the site, but for cookies. */
  clearsStorage?: boolean;
}

export interface FormError {
  status: 401 | 422 | 429 | 500 | 503;
  errors: Errors;
  /** When it makes sense to try again. */
  waitSeconds?: number;
}

export const refuse = (errors: Errors): FormError => ({ status: 422, errors });

/** Refuses a form as a whole. */
export const refuseForm = (code: ErrorCode): FormError => refuse({ form: code });

/** @param waitSeconds until it makes sense to try again */
export const tooMany = (waitSeconds: number): FormError => ({ status: 429, errors: { form: 'tooMany' }, waitSeconds });

/** The queues of passwords are full. */
export const busy: FormError = { status: 503, errors: { form: 'busy' }, waitSeconds: 5 };

export const failed: FormError = { status: 500, errors: { form: 'server' } };

export const signedOut: FormError = { status: 401, errors: { form: 'signedOut' } };
