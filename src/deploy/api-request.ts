import type { z } from 'zod';

import { UserError } from '../shared/user-error.ts';
import { redactSecrets } from './redact-secrets.ts';
import { parseRetryAfter, retry, type RetryOptions, TransientError } from './retry.ts';

export interface ApiRequest extends RetryOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is bytes, a form or a text. */
  body?: unknown;
  /** Limit of one attempt. @default 60000 */
  timeoutMs?: number;
}

/** An API refused a request for good. */
export class ApiError extends UserError {
  readonly status: number;
  /** Body of the answer. */
  readonly body: string;

  constructor(message: string, status: number, body: string) {
    super(message);
    this.status = status;
    this.body = body;
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
  url: string | URL,
  schema: Schema,
  request: ApiRequest,
): Promise<z.output<Schema>> {
  const name = nameOf(url, request);
  const text = await apiRequestText(url, request);
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const mistakes = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UserError(
    `${name} has an unexpected answer: ${mistakes.slice(0, 5).join('; ')}. The API may have changed.`,
  );
}

/** Like {@link apiRequest}, for answers that are no JSON or do not matter. @returns body of the answer */
export async function apiRequestText(url: string | URL, request: ApiRequest): Promise<string> {
  try {
    return await retry(() => attempt(url, request), request);
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    throw new UserError(`${error.message}. Run the command again: it continues from here.`, { cause: error });
  }
}

async function attempt(url: string | URL, request: ApiRequest): Promise<string> {
  const { method = 'GET', headers = {}, body, timeoutMs = 60_000, signal } = request;
  const isJson = body !== undefined && !isRaw(body);
  const name = nameOf(url, request);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: (isJson ? JSON.stringify(body) : body) as BodyInit }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    signal.throwIfAborted();
    throw new TransientError(`${name} failed: ${causeOf(error)}`, { cause: error });
  }
  if (response.ok) return text;
  const answer = `${name} was answered ${response.status}: ${redactSecrets(excerptOf(text))}`;
  if (TRANSIENT_STATUSES.includes(response.status))
    throw new TransientError(answer, { retryAfterMs: parseRetryAfter(response.headers.get('Retry-After')) });
  throw new ApiError(answer, response.status, text);
}

const isRaw = (body: unknown): boolean =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData || body instanceof URLSearchParams;

/** Without query, which may hold credentials. */
function nameOf(url: string | URL, { method = 'GET' }: ApiRequest): string {
  const { origin, pathname } = new URL(url);
  return redactSecrets(`${method} ${origin}${pathname}`);
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
