import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Lobby } from '../../../contract/chat/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { callOf, toCall } from '../calls/find-live-call.ts';
import { hiddenPeople } from '../core/access.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom } from '../core/public-rooms.ts';
import { restrictionsOf } from '../core/restrictions.ts';
import type { BrandPresence } from '../presence/brand-presence.ts';
import { requestsTo } from './message-requests.ts';
import { readRoomFacts } from './read-room-facts.ts';
import { modeOf, modesInForce } from './room-modes.ts';

/** Reads the room ids, blocks, mutes and states of a person. A single statement, because every connection runs it. */
export async function lobbyFactsOf({ id, brand }: Pick<LobbyUser, 'id' | 'brand'>) {
  const { db } = brand;
  const facts = await db
    .selectNoFrom((from) => [
      now.as('now'),
      jsonArrayFrom(membershipsOf(db, id)).as('rooms'),
      jsonArrayFrom(peopleIn(db, 'block', id)).as('blocked'),
      jsonArrayFrom(peopleIn(db, 'mute', id)).as('muted'),
      hiddenPeople(db, sql.val(id)).as('hidden'),
      jsonArrayFrom(requestsTo(db, id)).as('requests'),
      jsonArrayFrom(restrictionsOf(db, id)).as('restrictions'),
      jsonArrayFrom(unreadDecisions(db, id)).as('decisions'),
      jsonArrayFrom(modesInForce(db)).as('modes'),
      from.selectFrom('user').select('seenMarks').where('id', '=', id).as('seenMarks'),
      from
        .selectFrom('user')
        .select('notNowUntil')
        .where('id', '=', id)
        .where('notNowUntil', '>', now)
        .as('notNowUntil'),
      from.exists(from.selectFrom('seeker').select('since').where('userId', '=', id)).as('isSeeking'),
      from.exists(from.selectFrom('inCall').select('call').where('userId', '=', id)).as('isInCall'),
    ])
    .executeTakeFirstOrThrow();
  return { ...facts, rooms: facts.rooms.filter(isOpenIn(brand)).map(({ room }) => room) };
}

/** A user, with or without a socket. */
export type LobbyUser = Pick<ChatUser, 'id' | 'name' | 'brand' | 'joinedAt'>;

type Facts = Awaited<ReturnType<typeof lobbyFactsOf>>;

/** Reads the lobby of a user. @param hasCalls whether the service has TURN servers */
export async function lobbyOf(
  user: LobbyUser,
  facts: Facts,
  presence: BrandPresence,
  hasCalls: boolean,
): Promise<Lobby> {
  const { id, name, brand } = user;
  const { blocked, muted, hidden, requests, restrictions, decisions, modes, notNowUntil, isSeeking, isInCall } = facts;
  const seenMarks = facts.seenMarks ?? false;
  const call = isInCall ? await callOf(brand.db, id) : undefined;
  const rooms = await readRoomFacts(user, new Set(hidden), presence, seenMarks, restrictions.length > 0);
  const restriction = strongest(restrictions.map(({ kind, until }) => ({ kind, until: Date.parse(until) })));
  return {
    now: facts.now.getTime(),
    me: { id, name },
    rooms: rooms.map((room) => {
      const mode = room.kind === 'public' ? modeOf(room.id, modes) : undefined;
      return mode ? { ...room, mode } : room;
    }),
    blocked,
    muted,
    seenMarks,
    ...(requests.length && { requests: requests.map(({ room, ...from }) => ({ room, from })) }),
    ...(notNowUntil && { notNow: notNowUntil.getTime() }),
    ...(restriction && { restriction }),
    ...(decisions.length && { decisions: decisions.map((decision) => decision.id) }),
    ...(!hasCalls && { noCalls: true }),
    seeking: !!isSeeking,
    call: call ? toCall(call, id) : null,
  };
}

/** A mute is stronger than a limit; of equal restrictions the last to end counts. */
const strongest = (all: NonNullable<Lobby['restriction']>[]): Lobby['restriction'] =>
  all.toSorted(
    (one, other) => Number(other.kind === 'mute') - Number(one.kind === 'mute') || other.until - one.until,
  )[0];

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

const membershipsOf = (db: Db, id: string) =>
  db
    .selectFrom('member')
    .innerJoin('room', 'room.id', 'member.room')
    .select(['member.room', 'room.kind', 'room.head'])
    .where('member.userId', '=', id);

const unreadDecisions = (db: Db, id: string) =>
  db
    .selectFrom('decision')
    .select('id')
    .where('person', '=', id)
    .where('act', '!=', 'dismiss')
    .where('readAt', 'is', null)
    .orderBy('createdAt');

/** People blocked or muted by a person. */
export function peopleIn(db: Db, list: 'block' | 'mute', id: string) {
  const query = db.selectFrom('user').select(['user.id', 'user.name']).orderBy('user.name');
  return list === 'block'
    ? query.innerJoin('block', 'block.blocked', 'user.id').where('block.blocker', '=', id)
    : query.innerJoin('mute', 'mute.muted', 'user.id').where('mute.userId', '=', id);
}
