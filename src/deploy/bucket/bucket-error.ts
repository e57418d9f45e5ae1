import { UserError } from '../../shared/user-error.ts';
import type { SdkError } from '../requests/cloudfront-error.ts';
import type { Credentials } from '../requests/credentials.ts';

/**
 * An error of S3 in words, with what mends it. It is a new error with name, status and message only, because errors of the SDK carry requests, with
 * the id of the key and the text that was signed.
 */
export function bucketError(error: unknown, action: string, bucket: string, credentials: Credentials): Error {
  const { name, message, code, $metadata } = error as SdkError;
  if (name === 'AbortError' || error instanceof UserError) return error as Error;
  const hint = hints[name] ?? (code ? hints[code] : undefined) ?? 'Run the command again: it continues from here.';
  const status = $metadata?.httpStatusCode ? `${$metadata.httpStatusCode} ` : '';
  const detail = message && message !== 'UnknownError' && message !== name ? ` (${message})` : '';
  return new UserError(
    credentials.redact(`Bucket "${bucket}": ${action} failed: ${status}${code ?? name}${detail}. ${hint}`),
  );
}

const WRONG_REGION = 'The bucket is in another region: correct "region" in deploy.config.ts.';
const WRONG_KEY = 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
const EXPIRED =
  'The temporary credentials have expired: fetch new ones, and run the command again. It continues from here.';
const UNREACHABLE = 'Check "bucketApi" and "region" in deploy.config.ts, and the network.';

/** By the code of the answer or of the system. @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const hints: Record<string, string> = {
  AccessDenied: 'The credentials may not do this; docs/ship.md has the policy that they need.',
  AuthorizationHeaderMalformed: WRONG_REGION,
  ECONNREFUSED: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  ExpiredToken: EXPIRED,
  ExpiredTokenException: EXPIRED,
  InvalidAccessKeyId: WRONG_KEY,
  NoSuchBucket: 'Create the bucket, or correct "bucket" in deploy.config.ts.',
  PermanentRedirect: WRONG_REGION,
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  SignatureDoesNotMatch: WRONG_KEY,
  SlowDown: 'The provider asks for fewer requests: run the command again later. It continues from here.',
};
