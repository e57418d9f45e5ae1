import type { Selectable } from 'kysely';

import type { RoomMode } from '../../../contract/chat/chat-protocol.ts';
import { now } from '../../database/database-now.ts';
import type { RoomModeTable } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';

/** A row as JSON. */
type ModeRow = Omit<Selectable<RoomModeTable>, 'until'> & { until: string | null };

/** The modes of public rooms in force. */
export const modesInForce = (db: Db) =>
  db
    .selectFrom('roomMode')
    .select(['room', 'slowSeconds', 'closed', 'until'])
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', now)]));

/** The mode of a public room, of its own row and the row of all rooms; undefined without any. */
export function modeOf(room: string, all: ModeRow[]): RoomMode | undefined {
  const own = all.filter((row) => row.room === room || row.room === '*');
  if (!own.length) return undefined;
  const closed = own.filter((row) => row.closed);
  const ends = (closed.length ? closed : own).map(({ until }) => (until === null ? Infinity : Date.parse(until)));
  const [until, slowSeconds] = [Math.max(...ends), Math.max(...own.map((row) => row.slowSeconds))];
  return {
    ...(closed.length && { closed: true }),
    ...(slowSeconds && { slowSeconds }),
    ...(until !== Infinity && { until }),
  };
}
