import { sql } from 'kysely';

import type { Brand } from '../../brands/brands.ts';
import { anyOf } from '../../database/any-of.ts';
import { ofPerson } from '../core/chat-user.ts';
import type { GuestSocket, Server } from './socket-server.ts';

/**
 * Closes the sockets on this node whose session has ended or whose person is banned.
 * @param person only theirs
 */
export async function dismissSignedOut(io: Server, brand: Brand, person?: string): Promise<void> {
  const sockets = socketsOf(io, brand, person);
  if (!sockets.length) return;
  const valid = await brand.db
    .selectFrom('session')
    .select('session.id')
    .where('session.id', '=', anyOf(sockets.map(({ data }) => data.guest.session)))
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ban')
            .select('until')
            .whereRef('ban.userId', '=', 'session.userId')
            .where('until', '>', sql<Date>`now()`),
        ),
      ),
    )
    .execute();
  const stays = new Set(valid.map(({ id }) => id));
  for (const socket of sockets) if (!stays.has(socket.data.guest.session)) socket.disconnect(true);
}

/** The sockets on this node of a brand, or of one person. */
export function socketsOf(io: Server, brand: Brand, person?: string): GuestSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = person ? [...(adapter.rooms.get(ofPerson(brand, person)) ?? [])] : [...sockets.keys()];
  return ids
    .map((id) => sockets.get(id))
    .filter((socket): socket is GuestSocket => socket !== undefined && socket.data.guest?.brand === brand);
}
