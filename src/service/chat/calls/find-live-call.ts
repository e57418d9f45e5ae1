import type { Call, CallEnd } from '../../../contract/chat/call-protocol.ts';
import { required } from '../../../shared/required.ts';
import type { CallParticipant, LiveCall } from '../../brands/account-events.ts';
import { now } from '../../database/database-now.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';

/**
 * Locks rooms in the order of their ids. Every change of a call happens under the lock of its room; rows of `inCall` are locked
 * after it, in the order of user ids. This order prevents deadlocks.
 */
export const lockRooms = (transaction: Transaction, rooms: string[]) =>
  transaction.selectFrom('room').select('id').where('id', 'in', rooms).orderBy('id').forUpdate().execute();

/** The call of a room, if any. */
export const callIn = async (db: Db, room: string): Promise<LiveCall | undefined> =>
  toLive(await participants(db).where('call.room', '=', room).execute());

/** The ringing or active call of a person. */
export const callOf = async (db: Db, person: string): Promise<LiveCall | undefined> =>
  toLive(
    await participants(db)
      .where('call.id', 'in', ({ selectFrom }) =>
        selectFrom('inCall as own').select('own.call').where('own.userId', '=', person),
      )
      .execute(),
  );

/** A call from the view of a participant. @param end how it ended, if it is over */
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
    ...(answeredAt && { answeredAt: answeredAt.getTime() }),
    ...(end && { end }),
  };
}

const participants = (db: Db) =>
  db
    .selectFrom('call')
    .innerJoin('inCall', 'inCall.call', 'call.id')
    .innerJoin('user', 'user.id', 'inCall.userId')
    .select(['call.id', 'room', 'caller', 'video', 'answeredAt', 'userId', 'name', 'device', 'connection'])
    .select(now.as('now'));

type Row = Awaited<ReturnType<ReturnType<typeof participants>['executeTakeFirstOrThrow']>>;

function toLive(rows: Row[]): LiveCall | undefined {
  const [row] = rows;
  if (!row) return undefined;
  const { id, room, video, answeredAt } = row;
  const participant = (isCaller: boolean): CallParticipant => {
    const { userId, name, device, connection } = required(
      rows.find((candidate) => (candidate.userId === candidate.caller) === isCaller),
      isCaller ? 'caller' : 'callee',
    );
    return { id: userId, name, device, connection };
  };
  return { id, room, caller: participant(true), callee: participant(false), video, answeredAt, now: row.now };
}
