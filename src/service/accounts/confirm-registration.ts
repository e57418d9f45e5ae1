import { randomUUID } from 'node:crypto';

import type { Selectable } from 'kysely';

import type { FormBody } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { nicknameKey } from '../../shared/text/nickname-key.ts';
import { verifyPassword } from '../auth/password.ts';
import { tokenHash } from '../auth/tokens.ts';
import { now } from '../database/database-now.ts';
import type { RegistrationTable } from '../database/tables/account-tables.ts';
import type { Db } from '../database/tables/tables.ts';
import { currentUser, type FormHandler } from '../request/current-user.ts';
import { type FormError, refuse, refuseForm } from '../request/form-result.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { applyBanOfAddress } from './addresses/address-bans.ts';
import { lockMailbox } from './addresses/mailbox-accounts.ts';
import { isReserved } from './nicknames/nickname-lookalikes.ts';
import { isNicknameTaken, lockNicknames } from './nicknames/nickname-taken.ts';
import { expiredRegistrationCookie, readRegistrationCookie } from './registration-cookie.ts';
import { signIn } from './sign-in.ts';

/** Registrations of an address that a password is compared with: each takes as long as a sign-in. */
const COMPARED_MAX = 4;

/**
 * Creates an account from a registration. It requires the link, which only the owner of the address has, and the password, which
 * only the registering person knows: neither a mail scanner nor a stranger who registers a foreign address has both. The link proves
 * the address and the password selects the registration, so a stranger who registers the address later does not replace the owner's.
 */
export const confirm: FormHandler<FormBody<'confirm'>> = async ({ password, nickname }, context) => {
  const { db } = context.brand;
  const hashed = tokenHash(context.linkToken('confirm') ?? '');
  const linked = await findRegistration(db, hashed).executeTakeFirst();
  // Another tab has used the link.
  if (!linked) return (await currentUser(context)) ? { next: SIGNED_IN } : refuseForm('link');
  if (nickname && isReserved(nickname, context.brand.name)) return refuse({ nickname: 'nicknameReserved' });
  const limited = await checkRateLimits(context, ['link', hashed]);
  if (limited) return limited;
  const own = await findByPassword(db, linked, password);
  if (!own) return refuse({ password: 'passwordWrong' });
  const formError = await db
    .transaction()
    .execute((transaction) => createAccount(transaction, context, own.email, own.tokenHash, nickname));
  if (formError) return formError;
  const result = await signIn(own.email, password, context);
  return { ...result, cookies: [...(result.cookies ?? []), expiredRegistrationCookie] };
};

/** State of the page that confirms a registration. */
export interface Confirmation {
  /** Whether the link that was opened in this browser is valid; undefined if none was opened. */
  isLinkValid?: boolean;
  /** Address to which this browser requested the mail. */
  sentTo?: string;
}

/** Reads the state of the page. The address comes from the browser's cookie, so it says nothing about accounts. */
export async function readConfirmation(context: RequestContext): Promise<Confirmation> {
  const token = context.linkToken('confirm');
  const sentTo = readRegistrationCookie(context)?.email;
  const found = token && (await findRegistration(context.brand.db, tokenHash(token)).executeTakeFirst());
  return { ...(token && { isLinkValid: !!found }), ...(sentTo && { sentTo }) };
}

/** The registration of a link if it has the password, else the newest registration of the same address that has it. */
async function findByPassword(
  db: Db,
  linked: Selectable<RegistrationTable>,
  password: string,
): Promise<Selectable<RegistrationTable> | undefined> {
  if (await verifyPassword(linked.password, password)) return linked;
  const others = await db
    .selectFrom('registration')
    .selectAll()
    // A registration that was sent again has the hash of the original.
    .distinctOn('password')
    .where('email', '=', linked.email)
    .where('password', '!=', linked.password)
    .where('expiresAt', '>', now)
    .execute();
  const newest = others.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  for (const other of newest.slice(0, COMPARED_MAX - 1))
    if (await verifyPassword(other.password, password)) return other;
  return undefined;
}

const findRegistration = (db: Db, hashed: string) =>
  db.selectFrom('registration').selectAll().where('tokenHash', '=', hashed).where('expiresAt', '>', now);

/** Of concurrent requests with links of the same address, the first creates the account; the others wait and find their links used. */
async function createAccount(
  transaction: Db,
  context: RequestContext,
  email: string,
  hashed: string,
  otherNickname: string | undefined,
): Promise<FormError | undefined> {
  // Row locks would deadlock: two links of an address would each hold their own row and wait for the other.
  await lockMailbox(transaction, email);
  const waiting = await findRegistration(transaction, hashed).executeTakeFirst();
  if (!waiting) return refuseForm('link');
  const { password, createdAt } = waiting;
  const name = otherNickname ?? waiting.nickname;
  const id = randomUUID();
  const key = nicknameKey(name);
  await lockNicknames(transaction, key);
  const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  if (owner) return refuseForm('link');
  if (await isNicknameTaken(transaction, context, key, { id, email })) return refuse({ nickname: 'nicknameTaken' });
  await transaction
    .insertInto('user')
    .values({
      id,
      name,
      nicknameKey: key,
      email,
      emailVerified: true,
      image: null,
      adultConfirmedAt: createdAt,
      rulesAcceptedAt: createdAt,
      host: context.edition.host,
      lang: context.edition.lang,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await transaction
    .insertInto('account')
    .values({
      id: randomUUID(),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await applyBanOfAddress(transaction, context, { id, email });
  await transaction.deleteFrom('registration').where('email', '=', email).execute();
  return undefined;
}
