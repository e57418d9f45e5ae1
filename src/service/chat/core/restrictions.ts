import { type ExpressionBuilder, sql } from 'kysely';

import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import type { RoomKind } from '../../../contract/chat/chat-protocol.ts';
import { now } from '../../database/database-now.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import { ChatRefusal } from './chat-refusal.ts';
import type { ChatUser } from './chat-user.ts';

type Restricted = Pick<ChatUser, 'id' | 'brand'>;

/**
 * Refuses a person if a mute or limit forbids to act in a room. Without a room, the act is to meet new people.
 * @throws ChatRefusal `muted` or `limited`
 */
export async function refuseRestricted(db: Db, { id, brand }: Restricted, room?: string): Promise<void> {
  const restriction = sql<ChatError | null>`${sql.id(brand.schema, 'restriction_of')}(${id}, ${room ?? null})`;
  const { code } = await db.selectNoFrom(restriction.as('code')).executeTakeFirstOrThrow();
  if (code) throw new ChatRefusal(code);
}

/** Whether neither a mute, a limit nor the mode of a room keeps a person from writing in the room, as an expression for a statement. */
export const mayWriteIn = ({ id, brand }: Restricted, room: { id: string; kind: RoomKind }) => {
  const isClosed =
    room.kind === 'public' ? sql`(select "closed" from ${sql.id(brand.schema, 'mode_of')}(${room.id}))` : sql`false`;
  return sql<boolean>`${sql.id(brand.schema, 'restriction_of')}(${id}, ${room.id}) is null and not ${isClosed}`;
};

/** Whether a limit applies in a conversation, as `restriction_of`. */
export const isLimitedIn = ({ ref }: ExpressionBuilder<Tables, 'room'>, { schema }: Restricted['brand']) =>
  sql<boolean>`${ref('room.kind')} <> 'public' and not ${sql.id(schema, 'have_both_written')}(${ref('room.id')})`;

/** The mutes and limits of a person in force. */
export const restrictionsOf = (db: Db, person: string) =>
  db.selectFrom('restriction').select(['kind', 'until']).where('userId', '=', person).where('until', '>', now);
