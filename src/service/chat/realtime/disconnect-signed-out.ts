import type { ServiceBrand } from '../../brands/open-brands.ts';
import { anyOf } from '../../database/any-of.ts';
import { now } from '../../database/database-now.ts';
import { userChannel } from '../core/chat-user.ts';
import type { ChatServer, ChatSocket } from './chat-server.ts';

/**
 * Closes the sockets on this node whose session has ended or whose user is banned.
 * @param person limits it to sockets of a person
 */
export async function disconnectSignedOut(io: ChatServer, brand: ServiceBrand, person?: string): Promise<void> {
  const sockets = socketsOf(io, brand, person);
  if (!sockets.length) return;
  const valid = await brand.db
    .selectFrom('session')
    .select('session.id')
    .where('session.id', '=', anyOf(sockets.map(({ data }) => data.user.session)))
    .where('session.expiresAt', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ban').select('until').whereRef('ban.userId', '=', 'session.userId').where('until', '>', now),
        ),
      ),
    )
    .execute();
  const stays = new Set(valid.map(({ id }) => id));
  for (const socket of sockets) if (!stays.has(socket.data.user.session)) socket.disconnect(true);
}

/** The sockets on this node of a brand or of a person. */
export function socketsOf(io: ChatServer, brand: ServiceBrand, person?: string): ChatSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = person ? [...(adapter.rooms.get(userChannel(brand, person)) ?? [])] : [...sockets.keys()];
  return ids
    .map((id) => sockets.get(id))
    .filter((socket): socket is ChatSocket => socket !== undefined && socket.data.user?.brand === brand);
}
