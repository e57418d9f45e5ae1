import { type Kysely, sql, type Transaction } from 'kysely';

import type { Call, CallEnd } from '../../../contract/call-protocol.ts';
import type { LiveCall, CallParticipant } from '../../brands/brand-events.ts';
import type { Tables } from '../../database/tables.ts';

/**
 * Locks rooms, in the order of their ids. Whatever becomes of a call does so under the lock of its room; rows of `inCall` come
 * after it, in the order of people. So nobody waits in a circle.
 */
export const lockRooms = (transaction: Transaction<Tables>, rooms: string[]) =>
  transaction.selectFrom('room').select('id').where('id', 'in', rooms).orderBy('id').forUpdate().execute();

/** The call of a room, if there is one. */
export const callIn = async (db: Kysely<Tables>, room: string): Promise<LiveCall | undefined> =>
  toLive(await partsIn(db).where('call.room', '=', room).execute());

/** The call that somebody is in, or that rings for them. */
export const callOf = async (db: Kysely<Tables>, person: string): Promise<LiveCall | undefined> =>
  toLive(
    await partsIn(db)
      .where('call.id', 'in', ({ selectFrom }) =>
        selectFrom('inCall as own').select('own.call').where('own.userId', '=', person),
      )
      .execute(),
  );

/** A call as one of its people is told of it. @param end how it ended, if it did */
export function toCall({ id, room, caller, callee, video, answeredAt }: LiveCall, person: string, end?: CallEnd): Call {
  const isMine = caller.id === person;
  const [own, other] = isMine ? [caller, callee] : [callee, caller];
  return {
    id,
    room,
    other: { id: other.id, name: other.name },
    isMine,
    video,
    is: end ? 'over' : answeredAt ? 'active' : 'ringing',
    device: own.device,
    ...(end && { end }),
  };
}

const partsIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('call')
    .innerJoin('inCall', 'inCall.call', 'call.id')
    .innerJoin('user', 'user.id', 'inCall.userId')
    .select(['call.id', 'room', 'caller', 'video', 'answeredAt', 'userId', 'name', 'device', 'connection'])
    .select(sql<Date>`now()`.as('now'));

type Row = Awaited<ReturnType<ReturnType<typeof partsIn>['executeTakeFirstOrThrow']>>;

function toLive(rows: Row[]): LiveCall | undefined {
  const [row] = rows;
  if (!row) return undefined;
  const { id, room, video, answeredAt, now } = row;
  const part = (isCaller: boolean): CallParticipant => {
    const { userId, name, device, connection } = rows.find((one) => (one.userId === one.caller) === isCaller)!;
    return { id: userId, name, device, connection };
  };
  return { id, room, caller: part(true), callee: part(false), video, answeredAt, now };
}
