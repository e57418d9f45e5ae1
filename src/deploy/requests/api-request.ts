import type { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import type { Credentials } from './credentials.ts';
import { parseRetryAfter, retry, TransientError } from './retry.ts';

export interface ApiRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a form. */
  body?: object | undefined;
  /** Limit of one attempt. @default 60000 */
  timeoutMs?: number;
  /** Kept out of errors. */
  credentials: Credentials;
  signal: AbortSignal;
}

/** An API refused a request for good. */
export class ApiError extends UserError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Answers that a further attempt may change. */
const TRANSIENT_STATUSES = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/** An API's explanation in an error. */
const MAX_EXCERPT = 500;

/**
 * Sends a request to a JSON API, again where the network or the server fails. Errors name method, address and answer; they have neither
 * headers nor query, which may hold credentials.
 * @throws ApiError where the API refuses it; UserError where it cannot be reached or its answer does not fit the schema
 */
export async function apiRequest<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  request: ApiRequest,
): Promise<z.output<Schema>> {
  const { origin, pathname } = new URL(url);
  const name = request.credentials.redact(`${request.method ?? 'GET'} ${origin}${pathname}`);
  const text = await retry(() => attempt(url, name, request), request).catch((error: unknown) => {
    if (!(error instanceof TransientError)) throw error;
    throw new UserError(`${error.message}. Run the command again: it continues from here.`, { cause: error });
  });
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const mistakes = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UserError(
    `${name} has an unexpected answer: ${mistakes.slice(0, 5).join('; ')}. The API may have changed.`,
  );
}

/** @param name of the request in errors. @returns body of the answer */
async function attempt(url: string, name: string, request: ApiRequest): Promise<string> {
  const { method = 'GET', headers, body, timeoutMs = 60_000, credentials, signal } = request;
  const isForm = body instanceof FormData;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { ...(body && !isForm && { 'Content-Type': 'application/json' }), ...headers },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    throw new TransientError(`${name} failed: ${causeOf(error)}`, { cause: error });
  }
  if (response.ok) return text;
  const answer = `${name} was answered ${response.status}: ${credentials.redact(excerptOf(text))}`;
  if (TRANSIENT_STATUSES.includes(response.status))
    throw new TransientError(answer, { retryAfterMs: parseRetryAfter(response.headers.get('Retry-After')) });
  throw new ApiError(answer, response.status);
}

/** The reason of a failed `fetch` is in its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? cause?.message ?? message;
}

const excerptOf = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, MAX_EXCERPT) || 'without a body';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema reports that it is no object.
    return text;
  }
}
