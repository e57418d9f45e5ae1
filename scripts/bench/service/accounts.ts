import { Client } from 'pg';

import { hashPassword } from '../../../src/service/auth/password.ts';
import { required } from '../../../src/shared/required.ts';
import { type Account, edition, signUp } from './contenders.ts';
import { send } from './load.ts';
import type { Server } from './start-contender.ts';

export const makeAccounts = (count: number): Account[] =>
  Array.from({ length: count }, (_, number) => ({
    email: `person${number}@mail.example`,
    nickname: `Person ${number}`,
    password: 'walnut bicycle thunder',
  }));

/** Inserts accounts with a confirmed address into the tables of the service. */
export async function insertAccounts(databaseUrl: string, accounts: Account[]): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(`set search_path to brand_${edition.brand.id}`);
  const password = await hashPassword(required(accounts[0], 'account').password);
  for (const { email, nickname } of accounts) {
    await client.query(
      `insert into "user" (id, name, "nicknameKey", email, "emailVerified", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt")
       values ($1, $2, $2, $1, true, now(), now(), now(), now())`,
      [email, nickname],
    );
    await client.query(
      `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       values ($1, $1, 'credential', $1, $2, now(), now())`,
      [email, password],
    );
  }
  await client.end();
}

/** Lets better-auth make a single account, and copies it: hashing every password would take longer than the measurement. */
export async function copyAccounts(server: Server, databaseUrl: string, accounts: Account[]): Promise<void> {
  const [first, ...others] = accounts;
  await send(server, signUp(required(first, 'account')));
  const client = new Client(databaseUrl);
  await client.connect();
  const copies: Record<string, object[]> = {
    user: others.map(({ email, nickname }) => ({ id: email, email, name: nickname })),
    account: others.map(({ email }) => ({ id: email, accountId: email, userId: email })),
  };
  for (const [name, rows] of Object.entries(copies)) {
    await client.query(
      `insert into "${name}" select copy.* from "${name}" one, jsonb_array_elements($1::jsonb) what, jsonb_populate_record(one, what) copy`,
      [JSON.stringify(rows)],
    );
  }
  await client.end();
}

/** Signs accounts in, and returns their cookies. */
export async function cookiesOf(server: Server, accounts: Account[]): Promise<string[]> {
  const cookies: string[] = [];
  for (const account of accounts) cookies.push(await send(server, server.login(account)));
  return cookies;
}
