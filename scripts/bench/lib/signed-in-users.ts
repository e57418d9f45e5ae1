import { createHmac } from 'node:crypto';

import { newToken, tokenHash } from '../../../src/service/auth/tokens.ts';
import { openBrands, type ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import { openPublicRooms } from '../../../src/service/chat/core/public-rooms.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { openDatabase } from '../../../src/service/database/open-database.ts';
import { lookUp, required } from '../../../src/shared/required.ts';
import { nicknameKey } from '../../../src/shared/text/nickname-key.ts';
import type { Edition } from '../../../src/site/editions/editions.ts';

/** A public room of an edition. */
export const roomAt = ({ lang, brand }: Edition, number: number): string => `${lang}.${brand.topics[number]}`;

export interface Talker {
  id: string;
  cookie: string;
  rooms: string[];
}

const DAY_MS = 86_400_000;

/** A statement has 65,535 parameters at most. */
const AT_ONCE = 1000;

/**
 * Writes people into the database who are signed in to an edition.
 * @param roomsOf the rooms that each takes part in
 */
export async function makeTalkers(
  edition: Edition,
  settings: Record<string, string>,
  amount: number,
  roomsOf: (number: number) => string[],
): Promise<Talker[]> {
  const env = readEnv(settings);
  const database = await openDatabase(env, (error) => {
    throw error;
  });
  const secret = required(env.AUTH_SECRET, 'AUTH_SECRET');
  const brand = lookUp(await openBrands([edition], database, secret), edition.brand.id);
  await openPublicRooms(brand);
  const people = Array.from({ length: amount }, (_, number) => ({
    id: `talker${number}`,
    token: newToken(),
    rooms: roomsOf(number),
  }));
  for (let start = 0; start < people.length; start += AT_ONCE)
    await storeTalkers(brand, people.slice(start, start + AT_ONCE), edition.host);
  await database.close();
  return people.map(({ id, token, rooms }) => ({
    id,
    rooms,
    cookie: `__Host-session=${signed(token, secret)}`,
  }));
}

type NewTalker = Omit<Talker, 'cookie'> & { token: string };

/** Stores accounts, with a session and memberships of each. */
async function storeTalkers({ db }: ServiceBrand, some: NewTalker[], host: string): Promise<void> {
  const now = new Date();
  /** New accounts have lower limits. */
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db
    .insertInto('user')
    .values(
      some.map(({ id }) => ({
        id,
        name: id,
        nicknameKey: nicknameKey(id),
        email: `${id}@mail.example`,
        emailVerified: true,
        image: null,
        adultConfirmedAt: yesterday,
        rulesAcceptedAt: yesterday,
        createdAt: yesterday,
        updatedAt: yesterday,
      })),
    )
    .execute();
  await db
    .insertInto('session')
    .values(
      some.map(({ id, token }) => ({
        id: `session of ${id}`,
        token: tokenHash(token),
        userId: id,
        host,
        userAgent: null,
        ipAddress: null,
        expiresAt: new Date(now.getTime() + DAY_MS),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute();
  const members = some.flatMap(({ id, rooms }) => rooms.map((room) => ({ room, userId: id })));
  if (members.length) await db.insertInto('member').values(members).execute();
}

/** Signs a cookie value as better-auth does. */
const signed = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
