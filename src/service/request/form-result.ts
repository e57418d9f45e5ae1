import type { ErrorCode, Errors } from '../../contract/form-errors.ts';

/** Result of a form. */
export type FormResult = FormSuccess | FormError;

export interface FormSuccess {
  /** Path of the next page. */
  next: string;
  /** `Set-Cookie` headers. */
  cookies?: string[];
  /** WebAuthn options for the browser. */
  options?: object;
  /** Sends `Clear-Site-Data: "storage"`. */
  clearsStorage?: boolean;
}

export interface FormError {
  status: 401 | 422 | 429 | 500 | 503;
  errors: Errors;
  /** `Set-Cookie` headers. */
  cookies?: string[];
  /** Time until the next attempt can succeed. */
  waitSeconds?: number;
}

export const refuse = (errors: Errors): FormError => ({ status: 422, errors });

/** An error of the form as a whole. */
export const refuseForm = (code: ErrorCode): FormError => refuse({ form: code });

/** @param waitSeconds time until the next attempt can succeed */
export const tooMany = (waitSeconds: number): FormError => ({ status: 429, errors: { form: 'tooMany' }, waitSeconds });

/** A queue of the node is full (of passwords, of costly requests, or of all requests under way), or no connection to the database was free. */
export const busy: FormError = { status: 503, errors: { form: 'busy' }, waitSeconds: 5 };

export const failed: FormError = { status: 500, errors: { form: 'server' } };

export const signedOut: FormError = { status: 401, errors: { form: 'signedOut' } };
