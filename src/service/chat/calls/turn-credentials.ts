import { createHmac } from 'node:crypto';

import type { TurnCredentials } from '../../../contract/call-protocol.ts';
import type { RequestBody } from '../../../contract/chat-protocol.ts';
import type { Env } from '../../config/env.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';

/** TURN servers, and the secret that the service shares with them. */
export interface TurnServers {
  urls: string[];
  secret: string;
}

/** For how long a credential is good; each restart of a connection fetches another. */
const GOOD_FOR_SECONDS = 300;

/** The TURN servers of the settings, if there are any. */
export const turnServersOf = ({ TURN_URLS: urls, TURN_SECRET: secret }: Env): TurnServers | undefined =>
  secret ? { urls, secret } : undefined;

/** @throws Refused `gone` where this device is in no such call */
export async function issueTurnCredentials(
  { call, device }: RequestBody<'relays'>,
  { id, brand }: ChatUser,
  turn: TurnServers | undefined,
): Promise<TurnCredentials> {
  if (!turn) throw new ChatRefusal('noCalls');
  const own = await brand.db
    .selectFrom('inCall')
    .select('userId')
    .where('userId', '=', id)
    .where('call', '=', call)
    .where('device', '=', device)
    .executeTakeFirst();
  if (!own) throw new ChatRefusal('gone');
  return turnCredentialsFor(turn, id);
}

/**
 * Credentials as coturn checks them with `use-auth-secret`: nothing has to be stored, and they are over by themselves. All
 * of a person on one day (UTC) count as one for its `user-quota`: what ended calls have left counts, too. The name says nothing of who that is.
 * @param person their id
 * @param now in milliseconds since 1970
 * @see https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00
 */
export function turnCredentialsFor({ urls, secret }: TurnServers, person: string, now = Date.now()): TurnCredentials {
  const until = Math.floor(now / 1000) + GOOD_FOR_SECONDS;
  const day = new Date(now).toISOString().slice(0, 10);
  const name = createHmac('sha256', secret).update(`${day} ${person}`).digest('base64url').slice(0, 16);
  const username = `${until}:${name}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return { urls, username, credential, until: until * 1000 };
}
