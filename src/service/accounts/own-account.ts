import type { FormBody } from '../../contract/form-schemas.ts';
import { pathOfOutcome } from '../../contract/outcomes.ts';
import type { Account } from '../../contract/response-schemas.ts';
import { shownHost } from '../../site/editions/host-name.ts';
import { routes } from '../../site/editions/routes.ts';
import { callOf } from '../chat/calls/find-live-call.ts';
import { exportUserData } from '../chat/export-user-data.ts';
import { partnersOf } from '../chat/presence/presence-queries.ts';
import { now } from '../database/database-now.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { exportDecisions } from '../moderation/statements/read-statements.ts';
import { checkOwnPassword } from '../request/check-own-password.ts';
import type { SignedIn, UserFormHandler } from '../request/current-user.ts';
import type { RequestContext } from '../request/request-context.ts';
import { changeNoticesOf } from '../rule-changes/account-changes.ts';
import { copyBanToAddress, keepTraces } from './addresses/address-bans.ts';
import { nicknameFixedUntil } from './nicknames/change-nickname.ts';
import { retireNicknames } from './nicknames/nicknames-of-deleted-accounts.ts';
import { logout } from './sign-in.ts';

/** A session that ends with the browser lasts a day. The minute covers the gap between its two timestamps. */
const SHORT_SESSION_MAX_MS = 86_400_000 + 60_000;

/**
 * Prolongs a long session once a day. better-auth recognises short sessions by a cookie alone, which a thief of the session need
 * not send.
 * @returns `Set-Cookie` headers
 */
export async function prolongSession({ brand, headers }: RequestContext, { session }: SignedIn): Promise<string[]> {
  if (session.expiresAt.getTime() - session.createdAt.getTime() <= SHORT_SESSION_MAX_MS) return [];
  const { headers: answer } = await brand.auth.api.getSession({ headers, returnHeaders: true });
  return answer.getSetCookie();
}

/** Reads the facts of the account page. */
export async function accountOf({ brand }: RequestContext, { user, session }: SignedIn): Promise<Account> {
  const rows = await sessionsOf(brand, user.id);
  const change = await changeOf(brand, user.id);
  const passkeys = await passkeysOf(brand, user.id);
  const fixedUntil = await nicknameFixedUntil(brand.db, user.id);
  return {
    nickname: user.name,
    ...(fixedUntil && { nicknameFixedUntil: fixedUntil.toISOString() }),
    email: user.email,
    ...(change && { newEmail: change.email }),
    sessions: rows.map(({ id, host, userAgent, createdAt }) => ({
      id,
      host: shownHost(host),
      device: userAgent ?? '',
      since: createdAt.toISOString(),
      current: id === session.id,
    })),
    passkeys: passkeys.map(({ id, host, device, createdAt }) => ({
      id,
      host: shownHost(host),
      device: device ?? '',
      since: createdAt.toISOString(),
    })),
  };
}

const sessionsOf = ({ db }: RequestContext['brand'], userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'host', 'userAgent', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();

const passkeysOf = ({ db }: RequestContext['brand'], userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'host', 'name as device', 'createdAt'])
    .where('userId', '=', userId)
    // Without a host, adding it has not finished or has failed.
    .where('host', '!=', '')
    .orderBy('createdAt')
    .execute();

const changeOf = ({ db }: RequestContext['brand'], userId: string) =>
  db
    .selectFrom('addressChange')
    .select(['email', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Exports all stored data of a user, without secrets. */
export async function exportAccount({ brand }: RequestContext, { user }: SignedIn) {
  const row = await brand.db
    .selectFrom('user')
    .select([
      'email',
      'name as nickname',
      'adultConfirmedAt',
      'rulesAcceptedAt',
      'seenMarks',
      'host',
      'lang',
      'createdAt',
    ])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const sessions = await sessionsOf(brand, user.id);
  return {
    brand: brand.name,
    account: row,
    nicknameFixedUntil: await nicknameFixedUntil(brand.db, user.id),
    passkeys: (await passkeysOf(brand, user.id)).map(({ host, device, createdAt }) => ({ host, device, createdAt })),
    moderator: await brand.db
      .selectFrom('moderator')
      .leftJoin('secondFactor', 'secondFactor.userId', 'moderator.userId')
      .select(['role', 'grantedAt', 'enrolledAt as secondFactorSince'])
      .where('moderator.userId', '=', user.id)
      .executeTakeFirst(),
    ruleChanges: await changeNoticesOf(brand.db, user.id),
    decisions: await exportDecisions(brand.db, user.id),
    addressChange: await changeOf(brand, user.id),
    sessions: sessions.map(({ host, userAgent, createdAt, expiresAt }) => ({
      host,
      device: userAgent,
      createdAt,
      expiresAt,
    })),
    chat: await exportUserData(brand, user.id),
  };
}

/** Ends a session. @param which id of a session, or `others` */
export const endSession: UserFormHandler<string> = async (which, context, { user, session }) => {
  if (which === session.id) return logout(context);
  await context.brand.db
    .deleteFrom('session')
    .where('userId', '=', user.id)
    .where('id', which === 'others' ? '!=' : '=', which === 'others' ? session.id : which)
    .execute();
  context.brand.events.emit('sessionsEnded', user.id);
  return { next: pathOfOutcome('session-ended') };
};

/** Deletes the account of the user with all its data. */
export const deleteAccount: UserFormHandler<FormBody<'deletion'>> = async ({ password }, context, { user }) => {
  const { db } = context.brand;
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  const others = await partnersOf(db, user.id);
  const call = await db.transaction().execute(async (transaction) => {
    await keepTraces(transaction, context, user);
    // Messages and partner matching lock in the same order, so that no deadlock occurs.
    await transaction.deleteFrom('seeker').where('userId', '=', user.id).execute();
    await transaction
      .selectFrom('room')
      .select('id')
      .where(({ or, eb }) => or([eb('one', '=', user.id), eb('two', '=', user.id)]))
      .orderBy('id')
      .forUpdate()
      .execute();
    const current = await callOf(transaction, user.id);
    await copyBanToAddress(transaction, context, user);
    await retireNicknames(transaction, context, user);
    const { numDeletedRows } = await transaction.deleteFrom('user').where('id', '=', user.id).executeTakeFirst();
    if (numDeletedRows) await enqueueMail(transaction, context, 'deleted', user.email, routes.home.path);
    return current;
  });
  context.brand.events.emit('deleted', { person: user.id, others, call });
  context.brand.events.emit('sessionsEnded', user.id);
  return { ...(await logout(context)), next: pathOfOutcome('deleted') };
};
