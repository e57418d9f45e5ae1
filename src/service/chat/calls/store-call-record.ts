import { sql } from 'kysely';

import type { CallRecord } from '../../../contract/chat/call-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { required } from '../../../shared/required.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import { hiddenFrom } from '../core/access.ts';
import { hasMessage, messageAt } from '../messages/history.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { RoomBroadcast } from '../realtime/room-broadcast.ts';

/** The stored message of an ended call, for the broadcast to its participants. */
export interface StoredCallRecord {
  broadcast: RoomBroadcast;
  /** Participants who had left the conversation and are members again. */
  joined: string[];
}

/** Stores the record of a call as a message of its caller. The room must be locked. */
export async function storeCallRecord(
  transaction: Transaction,
  brand: ServiceBrand,
  { id, room, caller }: { id: string; room: string; caller: Person },
  record: CallRecord,
): Promise<StoredCallRecord> {
  const { head, kind, one, two } = await transaction
    .updateTable('room')
    .set(({ eb }) => ({ head: eb('head', '+', 1), activeAt: sql<Date>`clock_timestamp()` }))
    .where('id', '=', room)
    .returning(['head', 'kind', 'one', 'two'])
    .executeTakeFirstOrThrow();
  const isTaken = await hasMessage(transaction, caller.id, id);
  await transaction
    .insertInto('message')
    .values({
      room,
      seq: head,
      position: head,
      sender: caller.id,
      clientId: isTaken ? sql<string>`gen_random_uuid()` : id,
      text: '',
      call: JSON.stringify(record),
      sentAt: sql<Date>`clock_timestamp()`,
    })
    .execute();
  const joined =
    kind === 'private'
      ? await transaction
          .insertInto('member')
          .values([one, two].map((person) => ({ room, userId: required(person, 'person of a call'), read: head - 1 })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .execute()
      : [];
  const message = required(await messageAt(transaction, room, head), 'message of a call');
  return {
    broadcast: {
      brand: brand.id,
      changes: { room, from: head - 1, head, messages: [message] },
      sender: caller.id,
      hiddenFrom: await hiddenFrom(transaction, caller.id),
    },
    joined: joined.map(({ userId }) => userId),
  };
}

export function broadcastCallRecord(
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  { broadcast, joined }: StoredCallRecord,
): void {
  broadcaster.broadcast([broadcast]);
  broadcaster.notifyLobby(brand.id, joined);
}
