import type { Me } from '../../../contract/moderation/me.ts';
import { now } from '../../database/database-now.ts';
import { type ModerationRequest, ModerationRefusal } from '../moderation-request.ts';

/** Which factors the moderator has on this host. A passkey counts once it was given as the first factor, or beside another. */
export async function readFactors({
  context,
  moderator,
  hasSecondFactor,
}: ModerationRequest): Promise<Pick<Me, 'secondFactor' | 'hasPasskey'>> {
  const { brand, edition } = context;
  const [factor, passkeys] = await Promise.all([
    brand.db.selectFrom('secondFactor').select('enrolledAt').where('userId', '=', moderator.id).executeTakeFirst(),
    brand.db
      .selectFrom('passkey')
      .select('isSecondFactor')
      .where('userId', '=', moderator.id)
      .where('host', '=', edition.host)
      .execute(),
  ]);
  const isEnrolled = Boolean(factor?.enrolledAt);
  const hasPasskey = passkeys.some(({ isSecondFactor }) => isSecondFactor || !isEnrolled || hasSecondFactor);
  const hasFactor = isEnrolled || hasPasskey;
  return { secondFactor: hasSecondFactor ? 'done' : hasFactor ? 'verify' : 'enrol', hasPasskey };
}

/**
 * Checks that the moderator may add a factor: the first factor, or any in a session with the second factor. The password alone must not
 * add another.
 * @throws ModerationRefusal `secondFactor`
 */
export async function admitFactor({ context, moderator, hasSecondFactor }: ModerationRequest): Promise<void> {
  if (hasSecondFactor) return;
  const { numInsertedOrUpdatedRows } = await context.brand.db
    .insertInto('secondFactor')
    .values({ userId: moderator.id, enrolledAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ enrolledAt: now }).where('secondFactor.enrolledAt', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new ModerationRefusal('secondFactor');
}

/** Notes that the second factor was given in this session. Only wrong codes count in its rate limit. */
export async function acceptFactor({ context, moderator, signedIn }: ModerationRequest): Promise<void> {
  const { db } = context.brand;
  await db.updateTable('session').set({ secondFactorAt: now }).where('id', '=', signedIn.session.id).execute();
  await db.deleteFrom('attempts').where('key', '=', context.keyed('secondFactor', moderator.id)).execute();
}
