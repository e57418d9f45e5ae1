import { UserError } from '../../shared/user-error.ts';
import type { Credentials } from './credentials.ts';

/** Runs requests to CloudFront. @throws UserError that explains an error of the SDK */
export const explained = <Result>(
  action: string,
  task: () => Promise<Result>,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Result> =>
  task().catch((error: unknown) => {
    signal.throwIfAborted();
    throw cloudfrontError(error, action, credentials);
  });

/** A new error, because errors of the SDK carry requests, with the id of the key and the text that was signed. */
function cloudfrontError(error: unknown, action: string, credentials: Credentials): Error {
  const { name, message, $metadata } = error as SdkError;
  if (name === 'AbortError' || error instanceof UserError) return error as Error;
  const status = $metadata?.httpStatusCode ? `${$metadata.httpStatusCode} ` : '';
  const hint = HINTS[name] ?? 'Run the command again: it continues from here.';
  return new UserError(credentials.redact(`CloudFront: ${action} failed: ${status}${name} (${message}). ${hint}`));
}

const RIGHTS = 'The credentials may not do this; docs/ship.md has the policy that they need.';
const STORE = 'Correct "store" in deploy.config.ts.';
const WRONG_KEY = 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';

/** By the code of the answer. */
const HINTS: Record<string, string> = {
  AccessDenied: RIGHTS,
  AccessDeniedException: RIGHTS,
  FunctionAlreadyExists: 'Another deployment has made the function: run the command again.',
  InvalidClientTokenId: WRONG_KEY,
  NoSuchDistribution: 'Correct "distribution" in deploy.config.ts.',
  ResourceNotFoundException: STORE,
  EntityNotFound: STORE,
  ServiceQuotaExceededException:
    'The store is full: keep fewer generations, or divide the hosts among several targets.',
  SignatureDoesNotMatch: WRONG_KEY,
  TransientError: 'Wait for other changes to end, and run the command again.',
  ValidationException: STORE,
};

/** An error of the SDK, with the code of the system where there was no answer. */
export interface SdkError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}
