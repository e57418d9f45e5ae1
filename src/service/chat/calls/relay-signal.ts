import type { RequestBody } from '../../../contract/chat-protocol.ts';
import { Refused } from '../core/chat-refusal.ts';
import type { Guest } from '../core/chat-user.ts';
import type { Courier } from '../realtime/broadcaster.ts';

/**
 * Hands a signal from the one device of an active call to the other one, wherever that is connected.
 * @throws Refused `gone` where the one who asks is not in such a call with this device and this connection
 */
export async function signal(
  { call, device, signal: text }: RequestBody<'signal'>,
  { id, brand, connection }: Guest,
  courier: Courier,
): Promise<void> {
  const other = await brand.db
    .selectFrom('inCall as own')
    .innerJoin('call', 'call.id', 'own.call')
    .innerJoin('inCall as other', (join) =>
      join.onRef('other.call', '=', 'own.call').onRef('other.userId', '!=', 'own.userId'),
    )
    .select('other.connection')
    .where('own.userId', '=', id)
    .where('own.call', '=', call)
    .where('own.device', '=', device)
    .where('own.connection', '=', connection)
    .where('call.answeredAt', 'is not', null)
    .executeTakeFirst();
  if (!other) throw new Refused('gone');
  if (other.connection) await courier.hand(other.connection, { call, signal: text });
}
