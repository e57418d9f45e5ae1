import { ChatRefusal } from '../core/chat-refusal.ts';
import type { BroadcastingHandler } from '../realtime/broadcaster.ts';

/**
 * Forwards a signal from a device of an active call to the other device, on any node.
 * @throws ChatRefusal `gone` if the sender is not in the call with this device and connection
 */
export const relaySignal: BroadcastingHandler<'signal'> = async (
  { call, device, signal },
  { id, brand, connection },
  broadcaster,
) => {
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
  if (!other) throw new ChatRefusal('gone');
  if (other.connection) await broadcaster.sendSignal(other.connection, { call, signal });
};
