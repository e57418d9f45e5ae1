import type { Context } from 'hono';

import type { ModerationError } from '../../contract/moderation/errors.ts';
import type { ModerationBody, ModerationRequestName } from '../../contract/moderation/protocol.ts';
import { moderationSchemas } from '../../contract/moderation/schemas.ts';
import { BusyError } from '../../shared/fair-queue.ts';
import { isBusy } from '../database/error-code.ts';
import { appendToLog, subjectOf } from '../moderation/access/audit-log.ts';
import { readModerator } from '../moderation/access/read-moderator.ts';
import { moderationHandlers } from '../moderation/moderation-handlers.ts';
import { type ModerationRequest, ModerationRefusal } from '../moderation/moderation-request.ts';
import { isWithinRateLimit } from '../request/rate-limits.ts';
import type { AppDeps, AppEnv } from './app-deps.ts';
import { readJson } from './read-json.ts';

/** Time after which a request over a limit, or beyond a full queue, may be sent again. */
const RETRY_SECONDS = 5;

/** Responds to the request of a moderator that the path names. @see docs/moderation.md */
export const respondToModerator =
  ({ metrics, onError }: AppDeps) =>
  async (c: Context<AppEnv, `${string}/:name`>): Promise<Response> => {
    try {
      const request = await readModerator(c.var.context);
      const name = c.req.param('name');
      // Visitors, other users, former moderators and unknown names get the same response. Their bodies are not parsed.
      if (!request || !isRequestName(name)) throw new ModerationRefusal('forbidden');
      const ok = await handle(name, await readJson(c), request);
      for (const cookie of request.cookies) c.header('Set-Cookie', cookie, { append: true });
      return c.json({ ok });
    } catch (error) {
      const code = codeOf(error);
      if (!(error instanceof BusyError || error instanceof ModerationRefusal)) onError(error);
      if (code === 'tooMany') c.header('Retry-After', String(RETRY_SECONDS));
      metrics.refusals.inc({ source: 'moderation', code });
      return c.json({ error: code }, statuses[code]);
    }
  };

function codeOf(error: unknown): ModerationError {
  if (isBusy(error)) return 'tooMany';
  return error instanceof ModerationRefusal ? error.code : 'server';
}

const isRequestName = (name: string): name is ModerationRequestName => Object.hasOwn(moderationSchemas, name);

/** Checks and logs a request, then calls its handler. @throws ModerationRefusal */
async function handle<Name extends ModerationRequestName>(
  name: Name,
  sent: unknown,
  request: ModerationRequest,
): Promise<object> {
  const { context, moderator, hasSecondFactor, signedIn } = request;
  // A thief of the password does not use up the limit of sessions with the second factor.
  if (!(await isWithinRateLimit(context, 'moderation', moderator.id, String(hasSecondFactor))))
    throw new ModerationRefusal('tooMany');
  if (!hasSecondFactor && !beforeSecondFactor.has(name)) throw new ModerationRefusal('secondFactor');
  if (moderator.role !== 'lead' && leadOnly.has(name)) throw new ModerationRefusal('lead');
  const { success, data } = moderationSchemas[name].safeParse(sent);
  if (!success) throw new ModerationRefusal('body');
  const log = (subject: Record<string, unknown>) =>
    appendToLog(context.brand, {
      moderator: moderator.id,
      role: moderator.role,
      request: name,
      subject: { ...subject, by: { name: moderator.name, session: signedIn.session.id } },
    });
  const subject = subjectOf(data);
  if (name !== 'me') await log(subject);
  const result = await call(name, data as ModerationBody<Name>, request).catch(async (error: unknown) => {
    // The first line alone reads as if the request had been carried out.
    if (name !== 'me') await log({ ...subject, error: codeOf(error) });
    throw error;
  });
  // A nickname stays out of the log. A second line has the case that it led to.
  if ('case' in result && result.case !== subject.case) await log(subjectOf({ case: result.case }));
  return result;
}

const call = async <Name extends ModerationRequestName>(
  name: Name,
  body: ModerationBody<Name>,
  request: ModerationRequest,
): Promise<object> => (await moderationHandlers[name](body, request)) ?? {};

/** Requests that give the second factor, and the request that tells whether it is needed. */
const beforeSecondFactor = new Set<ModerationRequestName>(['me', 'enrol', 'verify', 'passkeyOptions', 'verifyPasskey']);

/** Other requests refuse moderators themselves, depending on the body. */
const leadOnly = new Set<ModerationRequestName>(['log', 'identity', 'undoSession', 'releaseBrake']);

/** HTTP statuses of refused requests. */
const statuses = {
  body: 422,
  forbidden: 404,
  lead: 403,
  secondFactor: 403,
  code: 422,
  tooMany: 429,
  claimed: 409,
  gone: 409,
  nickname: 409,
  decided: 409,
  ownDecision: 403,
  brake: 429,
  onHold: 409,
  server: 500,
} as const satisfies Record<ModerationError, number>;
