import { createHmac, randomUUID } from 'node:crypto';

import { SHORT_COOKIE } from '../../../src/service/auth/auth.ts';
import { hashPassword } from '../../../src/service/auth/password.ts';
import { newToken, tokenHash } from '../../../src/service/auth/tokens.ts';
import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import { nicknameKey } from '../../../src/shared/text/nickname-key.ts';
import type { Edition } from '../../../src/site/editions/editions.ts';
import type { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;

/** Hashes by password: most people of tests have the same. */
const hashes = new Map<string, Promise<string>>();

/** Writes the account of a person, two days old, and a session of the visitor, as confirmation of a registration does. */
export async function addUser(
  { db, auth }: ServiceBrand,
  { host, lang }: Edition,
  { email, nickname, password }: Record<'email' | 'nickname' | 'password', string>,
  { cookies }: Visitor,
): Promise<void> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  const now = new Date();
  const times = { createdAt: new Date(now.getTime() - 48 * HOUR_MS), updatedAt: now };
  const [id, token] = [randomUUID(), newToken()];
  await db
    .insertInto('user')
    .values({
      id,
      name: nickname,
      nicknameKey: nicknameKey(nickname),
      email,
      emailVerified: true,
      image: null,
      adultConfirmedAt: now,
      rulesAcceptedAt: now,
      host,
      lang,
      ...times,
    })
    .execute();
  await db
    .insertInto('account')
    .values({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password: await hash, ...times })
    .execute();
  await db
    .insertInto('session')
    .values({
      id: randomUUID(),
      token: tokenHash(token),
      userId: id,
      host,
      userAgent: 'Firefox, Linux',
      ipAddress: null,
      expiresAt: new Date(now.getTime() + 24 * HOUR_MS),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  cookies.set('__Host-session', signed(token, auth.options.secret));
  cookies.set(SHORT_COOKIE, signed('true', auth.options.secret));
}

/** Signs a cookie value as better-auth does. */
const signed = (value: string, secret: string): string =>
  encodeURIComponent(`${value}.${createHmac('sha256', secret).update(value).digest('base64')}`);
