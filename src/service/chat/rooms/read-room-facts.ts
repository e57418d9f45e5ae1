import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { CallRecord } from '../../../contract/chat/call-protocol.ts';
import {
  type ChatMessage,
  type MessagePreview,
  PREVIEW_MAX,
  type RoomFacts,
} from '../../../contract/chat/chat-protocol.ts';
import { previewOf } from '../../../contract/chat/message-preview.ts';
import type { PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import { UNREAD_CALL_ENDS, UNREAD_MAX } from '../../../contract/chat/unread.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { blocksBetween, isStranger, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom, publicRoomsOf } from '../core/public-rooms.ts';
import { isLimitedIn } from '../core/restrictions.ts';
import type { BrandPresence } from '../presence/brand-presence.ts';
import { marksOf } from './delivery-marks.ts';
import { waitsForAnswer } from './message-requests.ts';

/** Highest count of unread messages. */
const COUNT_MAX = UNREAD_MAX + 1;

/** Number of latest messages to examine after the last read message: some do not count. */
const UNREAD_LOOK_MAX = 2 * COUNT_MAX;

/** Number of latest messages of a conversation among which its preview is looked for: some are deleted, or of a blocked person. */
const PREVIEW_LOOK_MAX = 200;

/** Characters of a text that a preview is made of: it drops white space. */
const TEXT_LOOK_MAX = 4 * PREVIEW_MAX;

/**
 * Reads the rooms of a lobby: the public rooms of the brand, and the user's conversations.
 * @param hidden people hidden by blocks from the user
 * @param isSeenShown whether the user sees which messages were seen
 * @param isRestricted whether moderators have restricted the user
 */
export async function readRoomFacts(
  user: Pick<ChatUser, 'id' | 'brand' | 'joinedAt'>,
  hidden: ReadonlySet<string>,
  presence: BrandPresence,
  isSeenShown: boolean,
  isRestricted: boolean,
): Promise<RoomFacts[]> {
  const { id, brand } = user;
  const rows = await brand.db
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
    )
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
      (isRestricted ? isLimitedIn(room, brand) : sql.lit(false)).as('isLimited'),
      isStranger(brand.db, room, user, room.ref('other.id')).as('isStranger'),
      jsonObjectFrom(lastMessageIn(brand.db, room, id)).as('last'),
      unreadIn(brand.db, room, id).as('unread'),
    ])
    .execute();
  return rows
    .filter((row) => row.kind !== 'public' || isPublicRoom(brand, row.id))
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      lang: row.lang,
      topic: row.topic,
      other:
        row.otherId && row.otherName
          ? {
              id: row.otherId,
              name: row.otherName,
              online: row.showsPresence ? presence.isOnline(row.otherId) && !hidden.has(row.otherId) : null,
            }
          : null,
      // The person who ended a private conversation can reopen it by writing.
      ended: row.endedAt !== null && row.endedBy !== id,
      ...(row.isWaiting && { waiting: true }),
      ...(row.otherId && (row.isStranger || row.endedAt) && { noCalls: true }),
      ...((row.endedAt || (row.kind === 'private' && !row.acceptedAt)) && { noChanges: true }),
      ...(row.isLimited && { limited: true }),
      member: row.read !== null,
      ...(row.read !== null && { read: row.read }),
      online: presence.count(row.id, hidden),
      head: row.head,
      unread: row.unread ?? 0,
      activeAt: row.head ? row.activeAt.getTime() : null,
      ...(row.showsPresence &&
        row.otherId &&
        row.delivered !== null &&
        row.seen !== null &&
        !hidden.has(row.otherId) && {
          marks: marksOf({ delivered: row.delivered, seen: row.seen }, isSeenShown),
        }),
      ...(row.search && { search: row.search }),
      ...(row.theirSearch &&
        !row.endedAt &&
        row.otherId &&
        !hidden.has(row.otherId) && { wish: toWish(row.theirSearch) }),
      ...(row.last && { last: toPreview(row.last, id) }),
    }));
}

/** A partner never learns an age. */
const toWish = ({ iAm, lookFor, tags }: PartnerSearch): RoomFacts['wish'] => ({ iAm, lookFor, tags });

const toPreview = ({ sender, sentAt, ...message }: LastMessage, viewer: string): MessagePreview =>
  previewOf({ ...message, sender: { id: sender }, at: Date.parse(sentAt) }, viewer);

/** A row as JSON. */
interface LastMessage extends Pick<ChatMessage, 'seq' | 'position' | 'text'> {
  sender: string;
  sentAt: string;
  call: CallRecord | null;
}

/** The last message of a conversation that the viewer may see; none if it is not among the latest. */
const lastMessageIn = (db: Kysely<Tables>, room: ExpressionBuilder<Tables, 'room'>, viewer: string) =>
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
const unreadIn = (db: Kysely<Tables>, room: ExpressionBuilder<Tables, 'room' | 'member'>, viewer: string) =>
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
