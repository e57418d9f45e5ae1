import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Lobby, RoomFacts } from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Tables } from '../../database/tables.ts';
import { callOf, toCall } from '../calls/find-live-call.ts';
import { blocksBetween, hiddenPeople, showsPresence } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom, publicRoomsOf } from '../core/public-rooms.ts';
import type { BrandPresence } from '../presence/brand-presence.ts';

/** Highest count of unread messages. */
const UNREAD_MAX = 100;

/** Number of latest messages to examine after the last read message: some do not count. */
const UNREAD_LOOK_MAX = 2 * UNREAD_MAX;

/** Reads the room ids, blocks, mutes and states of a person. A single statement, because every connection runs it. */
export async function lobbyFactsOf({ id, brand }: ChatUser) {
  const { db } = brand;
  const facts = await db
    .selectNoFrom((from) => [
      jsonArrayFrom(membershipsOf(db, id)).as('rooms'),
      jsonArrayFrom(peopleIn(db, 'block', id)).as('blocked'),
      jsonArrayFrom(peopleIn(db, 'mute', id)).as('muted'),
      hiddenPeople(db, sql.val(id)).as('hidden'),
      from.exists(from.selectFrom('seeker').select('since').where('userId', '=', id)).as('isSeeking'),
      from.exists(from.selectFrom('inCall').select('call').where('userId', '=', id)).as('isInCall'),
    ])
    .executeTakeFirstOrThrow();
  return { ...facts, rooms: facts.rooms.filter(isOpenIn(brand)).map(({ room }) => room) };
}

type Facts = Awaited<ReturnType<typeof lobbyFactsOf>>;

/** Reads the lobby of a user. */
export async function lobbyOf(user: ChatUser, facts: Facts, presence: BrandPresence): Promise<Lobby> {
  const { id, name, brand } = user;
  const { blocked, muted, hidden, isSeeking, isInCall } = facts;
  const call = isInCall ? await callOf(brand.db, id) : undefined;
  const rooms = await roomsOf(user, new Set(hidden), presence);
  return { me: { id, name }, rooms, blocked, muted, seeking: !!isSeeking, call: call ? toCall(call, id) : null };
}

/** Reads the heads of all rooms of a user. */
export async function headsOf({ id, brand }: ChatUser): Promise<Record<string, number>> {
  const rows = await membershipsOf(brand.db, id).execute();
  return Object.fromEntries(rows.filter(isOpenIn(brand)).map(({ room, head }) => [room, head]));
}

/** False for a public room whose topic was removed from the configuration. */
const isOpenIn =
  (brand: ServiceBrand) =>
  ({ room, kind }: Pick<Membership, 'room' | 'kind'>): boolean =>
    kind !== 'public' || isPublicRoom(brand, room);

type Membership = Awaited<ReturnType<ReturnType<typeof membershipsOf>['executeTakeFirstOrThrow']>>;

const membershipsOf = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('member')
    .innerJoin('room', 'room.id', 'member.room')
    .select(['member.room', 'room.kind', 'room.head'])
    .where('member.userId', '=', id);

async function roomsOf(
  { id, brand }: ChatUser,
  hidden: ReadonlySet<string>,
  presence: BrandPresence,
): Promise<RoomFacts[]> {
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
      'room.activeAt',
      'member.read',
      'other.id as otherId',
      'other.name as otherName',
    ])
    .select((room) => [
      showsPresence(room).as('showsPresence'),
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
            .where('message.sender', '!=', id)
            .where('message.text', 'is not', null)
            // Of call records, only missed and busy calls count.
            .where(sql<boolean>`coalesce("message"."call" ->> 'end' in ('missed', 'busy'), true)`)
            .where((row) => row.not(row.exists(blocksBetween(brand.db, id, row.ref('message.sender')))))
            .where((row) =>
              row.not(
                row.and([
                  row('room.kind', '=', 'public'),
                  row.exists(
                    row
                      .selectFrom('mute')
                      .select('muted')
                      .where('mute.userId', '=', id)
                      .whereRef('mute.muted', '=', 'message.sender'),
                  ),
                ]),
              ),
            )
            .limit(UNREAD_MAX)
            .as('missed'),
        )
        .select(({ fn }) => fn.countAll<number>().as('unread'))
        .as('unread'),
    ])
    .execute();
  return rows
    .filter((row) => row.kind !== 'public' || isPublicRoom(brand, row.id))
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      lang: row.lang,
      topic: row.topic,
      other: row.otherId
        ? {
            id: row.otherId,
            name: row.otherName!,
            online: row.showsPresence ? presence.isOnline(row.otherId) && !hidden.has(row.otherId) : null,
          }
        : null,
      // The person who ended a private conversation can reopen it by writing.
      ended: row.endedAt !== null && row.endedBy !== id,
      member: row.read !== null,
      online: presence.count(row.id, hidden),
      head: row.head,
      unread: row.unread ?? 0,
      activeAt: row.head ? row.activeAt.getTime() : null,
    }));
}

/** People blocked or muted by a person. */
export const peopleOf = (db: Kysely<Tables>, list: 'block' | 'mute', id: string): Promise<Person[]> =>
  peopleIn(db, list, id).execute();

function peopleIn(db: Kysely<Tables>, list: 'block' | 'mute', id: string) {
  const query = db.selectFrom('user').select(['user.id', 'user.name']).orderBy('user.name');
  return list === 'block'
    ? query.innerJoin('block', 'block.blocked', 'user.id').where('block.blocker', '=', id)
    : query.innerJoin('mute', 'mute.muted', 'user.id').where('mute.userId', '=', id);
}
