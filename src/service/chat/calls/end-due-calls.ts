import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';

import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { callEndOf, endCall, type EndedCall, notifyEnded } from './end-call.ts';
import { callIn, lockRooms } from './find-live-call.ts';

/** Query of calls to end, by participant. */
type Due = SelectQueryBuilder<
  Tables,
  'call' | 'inCall',
  {
    id: string;
    room: string;
    /** Last connection of that participant's device, if it is disconnected. */ goneSince: Date | null;
  }
>;

/** Ends calls and notifies their participants. @param due query of calls to end */
export async function endDueCalls(
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  due: (db: Kysely<Tables>) => Due,
): Promise<void> {
  for (const { id, room } of await due(brand.db).execute()) {
    const ended = await endIfDue(brand, id, room, due);
    if (ended) notifyEnded(brand, broadcaster, ended);
  }
}

/** Checks again under the lock: the callee may have answered, or a device reconnected. */
const endIfDue = (
  brand: ServiceBrand,
  id: string,
  room: string,
  due: (db: Kysely<Tables>) => Due,
): Promise<EndedCall | undefined> =>
  brand.db.transaction().execute(async (transaction) => {
    await lockRooms(transaction, [room]);
    const rows = await due(transaction).where('call.id', '=', id).execute();
    const call = rows.length ? await callIn(transaction, room) : undefined;
    if (!call) return undefined;
    const gone = rows.flatMap(({ goneSince }) => goneSince?.getTime() ?? []);
    const until = new Date(Math.min(call.now.getTime(), ...gone));
    return endCall(transaction, brand, call, callEndOf(call), until);
  });

export const ago = (milliseconds: number) => sql<Date>`now() - make_interval(secs => ${sql.lit(milliseconds / 1000)})`;

/** Whether a participating device has no open socket on any node. */
export const hasNoSocket = (row: ExpressionBuilder<Tables, 'inCall'>) =>
  row.and([
    row('inCall.device', 'is not', null),
    row.not(
      row.exists(
        row.selectFrom('connection').select('connection.id').whereRef('connection.id', '=', 'inCall.connection'),
      ),
    ),
  ]);
