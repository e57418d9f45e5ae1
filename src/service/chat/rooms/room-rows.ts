import { type ExpressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import { PREVIEW_MAX } from '../../../contract/chat/chat-protocol.ts';
import { UNREAD_CALL_ENDS, UNREAD_MAX } from '../../../contract/chat/unread.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import { blocksBetween, isStranger, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { publicRoomsOf } from '../core/public-rooms.ts';
import { isLimitedIn } from '../core/restrictions.ts';
import { waitsForAnswer } from './message-requests.ts';

/** Highest count of unread messages. */
const COUNT_MAX = UNREAD_MAX + 1;

/** Number of latest messages to examine after the last read message: some do not count. */
const UNREAD_LOOK_MAX = 2 * COUNT_MAX;

/** Number of latest messages of a conversation among which its preview is looked for: some are deleted, or of a blocked person. */
const PREVIEW_LOOK_MAX = 200;

/** Characters of a text that a preview is made of: it drops white space. */
const TEXT_LOOK_MAX = 4 * PREVIEW_MAX;

export type RoomRow = Awaited<ReturnType<typeof readRoomRows>>[number];

/** Reads the public rooms of a brand, and the conversations of a user. */
export const readRoomRows = (user: Pick<ChatUser, 'id' | 'brand' | 'joinedAt'>, isRestricted: boolean) =>
  roomsFor(user)
    .select([
      'room.id',
      'room.kind',
      'room.lang',
      'room.topic',
      'room.head',
      'room.endedAt',
      'room.endedBy',
      'room.acceptedAt',
      'room.activeAt',
      'member.read',
      'member.search',
      'other.id as otherId',
      'other.name as otherName',
      'theirs.delivered',
      'theirs.seen',
      'theirs.search as theirSearch',
    ])
    .select((room) => [
      showsPresence(room).as('showsPresence'),
      waitsForAnswer(room, user).as('isWaiting'),
      // Few people have a restriction, and the function costs more than the columns.
      (isRestricted ? isLimitedIn(room, user.brand) : sql.lit(false)).as('isLimited'),
      isStranger(user.brand.db, room, user, room.ref('other.id')).as('isStranger'),
      jsonObjectFrom(lastMessageIn(user.brand.db, room, user.id)).as('last'),
      unreadIn(user.brand.db, room, user.id).as('unread'),
    ])
    .execute();

/** The rooms with the memberships of the user and of the other person. */
const roomsFor = ({ id, brand }: Pick<ChatUser, 'id' | 'brand'>) =>
  brand.db
    .selectFrom('room')
    .leftJoin('member', (join) => join.onRef('member.room', '=', 'room.id').on('member.userId', '=', id))
    .leftJoin('user as other', (join) =>
      join.on(({ eb, ref }) =>
        eb(
          'other.id',
          '=',
          sql<string>`case ${ref('room.one')} when ${id} then ${ref('room.two')} else ${ref('room.one')} end`,
        ),
      ),
    )
    .leftJoin('member as theirs', (join) =>
      join.onRef('theirs.room', '=', 'room.id').onRef('theirs.userId', '=', 'other.id'),
    )
    .where('room.id', 'in', ({ selectFrom }) =>
      selectFrom('member as own')
        .select('own.room as id')
        .where('own.userId', '=', id)
        .unionAll(
          selectFrom(
            sql<{ id: string }>`unnest(${[...publicRoomsOf(brand)]}::text[])`.as<'offered'>(sql`offered("id")`),
          ).select('offered.id'),
        ),
    );

/** The last message of a conversation that the viewer may see; none if it is not among the latest. */
const lastMessageIn = (db: Db, room: ExpressionBuilder<Tables, 'room'>, viewer: string) =>
  room
    .selectFrom((inner) =>
      inner
        .selectFrom('message')
        .select(['message.seq', 'message.position', 'message.sender', 'message.sentAt', 'message.call', 'message.text'])
        .whereRef('message.room', '=', 'room.id')
        .where('room.kind', '!=', 'public')
        .orderBy('message.seq', 'desc')
        .limit(PREVIEW_LOOK_MAX)
        .as('message'),
    )
    .select(['message.seq', 'message.position', 'message.sender', 'message.sentAt', 'message.call'])
    .select(sql<string>`left("message"."text", ${sql.lit(TEXT_LOOK_MAX)})`.as('text'))
    .where('message.text', 'is not', null)
    .where((row) => row.not(row.exists(blocksBetween(db, viewer, row.ref('message.sender')))))
    .orderBy('message.seq', 'desc')
    .limit(1);

/** Counts the messages after the viewer's read mark, as `countsAsUnread`, without those of blocked or muted people. */
const unreadIn = (db: Db, room: ExpressionBuilder<Tables, 'room' | 'member'>, viewer: string) =>
  room
    .selectFrom((inner) =>
      inner
        .selectFrom((latest) =>
          latest
            .selectFrom('message')
            .select(['message.sender', 'message.text', 'message.call'])
            .whereRef('message.room', '=', 'room.id')
            .whereRef('message.seq', '>', 'member.read')
            // Forces a scan of the primary key, independent of statistics.
            .orderBy('message.seq', 'desc')
            .limit(UNREAD_LOOK_MAX)
            .as('message'),
        )
        .select('message.sender')
        .where('message.sender', '!=', viewer)
        .where('message.text', 'is not', null)
        .where(sql<boolean>`coalesce("message"."call" ->> 'end' = ${anyOf(UNREAD_CALL_ENDS)}, true)`)
        .where((row) => row.not(row.exists(blocksBetween(db, viewer, row.ref('message.sender')))))
        .where((row) =>
          row.not(
            row.and([
              row('room.kind', '=', 'public'),
              row.exists(
                row
                  .selectFrom('mute')
                  .select('muted')
                  .where('mute.userId', '=', viewer)
                  .whereRef('mute.muted', '=', 'message.sender'),
              ),
            ]),
          ),
        )
        .limit(COUNT_MAX)
        .as('missed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('unread'));
