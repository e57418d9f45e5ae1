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
  const answer = (await response.json().catch(() => ({}))) as { ok?: ModerationRequests[Name][1]; error?: string };
  if (response.ok && answer.ok) {
    if (CHANGES.has(name)) countAgain();
    return answer.ok;
  }
  const code = codeOf(answer.error, response.status);
  if (code === 'secondFactor' && (await proveAgain())) return ask(name, body);
  throw new Refusal(t(`moderationErrors.${code}`), code);
}

/** A proxy, the service of another version, or a node with too many requests may answer without a code. */
const codeOf = (error: string | undefined, status: number): ModerationError =>
  MODERATION_ERRORS.find((code) => code === error) ?? refusals[status] ?? 'server';

const refusals: Partial<Record<number, ModerationError>> = {
  404: 'forbidden',
  413: 'body',
  429: 'tooMany',
  503: 'tooMany',
};
