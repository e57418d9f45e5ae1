import { createHmac } from 'node:crypto';

import type { TurnCredentials } from '../../../contract/chat/call-protocol.ts';
import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import type { Env } from '../../config/env.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';

/** TURN servers and their shared secret. */
export interface TurnServers {
  urls: string[];
  secret: string;
}

/** Lifetime of a credential; every ICE restart fetches new credentials. */
const LIFETIME_SECONDS = 300;

/** The TURN servers of the settings, if any. */
export const turnServersOf = ({ TURN_URLS: urls, TURN_SECRET: secret }: Env): TurnServers | undefined =>
  secret ? { urls, secret } : undefined;

/** Issues credentials to a device of a call. @throws ChatRefusal `gone` if the device is not in the call */
export async function issueTurnCredentials(
  { call, device }: RequestBody<'relays'>,
  { id, brand }: ChatUser,
  turnServers: TurnServers | undefined,
): Promise<TurnCredentials> {
  if (!turnServers) throw new ChatRefusal('noCalls');
  const own = await brand.db
    .selectFrom('inCall')
    .select('userId')
    .where('userId', '=', id)
    .where('call', '=', call)
    .where('device', '=', device)
    .executeTakeFirst();
  if (!own) throw new ChatRefusal('gone');
  return turnCredentialsFor(turnServers, id);
}

/**
 * Credentials for coturn with `use-auth-secret`: they need no storage and expire by themselves. All credentials of a person on a day
 * (UTC) share a `user-quota`, which also counts allocations left by ended calls. The name does not identify the person.
 * @param person id of the person
 * @param now in milliseconds since 1970
 * @see https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00
 */
export function turnCredentialsFor({ urls, secret }: TurnServers, person: string, now = Date.now()): TurnCredentials {
  const until = Math.floor(now / 1000) + LIFETIME_SECONDS;
  const day = new Date(now).toISOString().slice(0, 10);
  const name = createHmac('sha256', secret).update(`${day} ${person}`).digest('base64url').slice(0, 16);
  const username = `${until}:${name}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return { urls, username, credential, until: until * 1000 };
}
