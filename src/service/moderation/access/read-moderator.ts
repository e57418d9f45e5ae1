import { sql } from 'kysely';

import { currentUser } from '../../request/current-user.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { ModerationRequest } from '../moderation-request.ts';

/**
 * Reads the moderator of a request, whether the session has the second factor included. Reads the role at each request, so that a
 * demotion takes effect at the next.
 * @returns undefined without a session of this host, and for a user who is no moderator of the brand
 */
export async function readModerator(context: RequestContext): Promise<ModerationRequest | undefined> {
  const signedIn = await currentUser(context);
  if (!signedIn) return undefined;
  const { id, name } = signedIn.user;
  const row = await context.brand.db
    .selectFrom('moderator')
    .innerJoin('session', 'session.userId', 'moderator.userId')
    .select('role')
    .select(
      sql<boolean>`coalesce("secondFactorAt" > now() - make_interval(hours => ${SECOND_FACTOR_HOURS}), false)`.as(
        'hasSecondFactor',
      ),
    )
    .where('session.id', '=', signedIn.session.id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { role, hasSecondFactor } = row;
  return { context, moderator: { id, name, role }, signedIn, hasSecondFactor, cookies: [] };
}

/** Hours for which a second factor counts, in the session in which it was given. */
const SECOND_FACTOR_HOURS = 12;
