import { type ErrorCode, type ErrorResponse, PROXY_ERRORS } from '../../contract/form-errors.ts';
import { MODERATION_ERRORS, type ModerationError } from '../../contract/moderation/errors.ts';
import {
  MODERATION_API,
  type ModerationBody,
  type ModerationRequestName,
  type ModerationRequests,
} from '../../contract/moderation/protocol.ts';
import { lang, t } from './words.ts';

/** A request that failed, with a message to show. */
export class Refusal extends Error {
  readonly code: ModerationError | undefined;
  constructor(message: string, code?: ModerationError) {
    super(message);
    this.code = code;
  }
}

/** Requests that change how much work waits. */
const CHANGES: ReadonlySet<ModerationRequestName> = new Set([
  'identify',
  'escalate',
  'hold',
  'decide',
  'openCase',
  'undo',
  'undoSession',
  'answerAppeal',
  'releaseMessage',
  'refuseMessage',
]);

let countAgain = (): void => {};

/** Sets what happens after each request that changes how much work waits. */
export const onAct = (count: () => void): void => void (countAgain = count);

let proveAgain = async (): Promise<boolean> => false;

/** Sets the dialog that asks for the second factor when it expires during the work. */
export const onOldSecondFactor = (prove: () => Promise<boolean>): void => void (proveAgain = prove);

/**
 * Sends a request of the moderator, and sends it again once the second factor was given where it was too old.
 * @throws Refusal
 */
export async function ask<Name extends ModerationRequestName>(
  name: Name,
  body: ModerationBody<Name>,
): Promise<ModerationRequests[Name][1]> {
  const response = await fetch(`${MODERATION_API}/${name}?lang=${lang}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refusal(t('moderation.unreachable'));
  });
  const answer = (await response.json().catch(() => ({}))) as Answer<Name>;
  if (response.ok && answer.ok) {
    if (CHANGES.has(name)) countAgain();
    return answer.ok;
  }
  const code = codeOf(answer, response.status);
  if (!code) throw new Refusal(t('moderation.unreachable'));
  if (code === 'secondFactor' && (await proveAgain())) return ask(name, body);
  throw new Refusal(t(`moderationErrors.${code}`), code);
}

type Answer<Name extends ModerationRequestName> = Partial<ErrorResponse> & {
  ok?: ModerationRequests[Name][1];
  error?: string;
};

/** Code of a refusal; undefined if the service is unreachable. A node refuses as a form what it does not take on, and a proxy by status. */
function codeOf({ error, errors }: Answer<ModerationRequestName>, status: number): ModerationError | undefined {
  const code = MODERATION_ERRORS.find((one) => one === error);
  if (code) return code;
  const form = errors?.form ?? PROXY_ERRORS[status];
  if (form) return codesOfForms[form] ?? 'server';
  if (status === 404) return 'forbidden';
  return [502, 503, 504].includes(status) ? undefined : 'server';
}

const codesOfForms: Partial<Record<ErrorCode, ModerationError>> = {
  textLong: 'body',
  tooMany: 'tooMany',
  busy: 'tooMany',
};
