import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';

import type { ServiceBrand } from '../../brands/open-brands.ts';
import { transact } from '../../database/after-commit.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { callEndOf, endCall } from './end-call.ts';
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
export async function endDueCalls(brand: ServiceBrand, broadcaster: Broadcaster, due: (db: Db) => Due): Promise<void> {
  for (const { id, room } of await due(brand.db).execute())
    await transact(brand.db, async (transaction) => {
      await lockRooms(transaction, [room]);
      // Again under the lock: the callee may have answered, or a device reconnected.
      const rows = await due(transaction).where('call.id', '=', id).execute();
      const call = rows.length ? await callIn(transaction, room) : undefined;
      if (!call) return;
      const gone = rows.flatMap(({ goneSince }) => goneSince?.getTime() ?? []);
      const until = new Date(Math.min(call.now.getTime(), ...gone));
      await endCall(transaction, brand, broadcaster, call, callEndOf(call), until);
    });
}

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
