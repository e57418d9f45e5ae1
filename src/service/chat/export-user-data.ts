import { sql } from 'kysely';

import type { ServiceBrand } from '../brands/open-brands.ts';
import type { Db } from '../database/tables/tables.ts';
import { relationshipsOf } from './core/relationships.ts';
import { restrictionsOf } from './core/restrictions.ts';
import { requestsTo } from './rooms/message-requests.ts';
import { peopleIn } from './rooms/read-lobby.ts';

/** Messages per page, each with its revisions. */
const PAGE = 100;

/** Exports the chat data of an account, for its download. Of other people it contains only nicknames. Messages come in pages. */
export async function exportUserData({ db }: ServiceBrand, id: string) {
  const rooms = await roomsOf(db, id);
  const nameRoom = <Row extends { room: string }>({ room, ...row }: Row) => ({ room: rooms.get(room) ?? null, ...row });
  const members = await db
    .selectFrom('member')
    .select(['room', 'read', 'delivered', 'seen', 'search'])
    .where('userId', '=', id)
    .orderBy('room')
    .execute();
  const calls = await callsOf(db, id);
  const reactions = await reactionsOf(db, id);
  const reports = await reportsOf(db, id);
  const held = await heldMessagesOf(db, id);
  const partner = await lastPartnerOf(db, id);
  const seeking = db
    .selectFrom('seeker')
    .select(['lang', 'iAm', 'lookFor', 'tags', 'age', 'ages', 'since'])
    .where('userId', '=', id);
  const user = await db.selectFrom('user').select('notNowUntil').where('id', '=', id).executeTakeFirst();
  const ban = db.selectFrom('ban').select(['until', 'reason']).where('userId', '=', id);
  return {
    rooms: members.map(({ room, ...own }) => ({ ...rooms.get(room), ...own })),
    messages: messagesOf(db, id, nameRoom),
    calls: calls.map(({ sender, call, ...row }) => ({ ...nameRoom(row), isMine: sender === id, ...call })),
    reactions: reactions.map(nameRoom),
    blocked: (await peopleIn(db, 'block', id).execute()).map(({ name }) => name),
    muted: (await peopleIn(db, 'mute', id).execute()).map(({ name }) => name),
    reports: reports.map(({ room, ...row }) => (room === null ? row : nameRoom({ room, ...row }))),
    heldMessages: held.map(nameRoom),
    lastPartner: partner?.name ?? null,
    seeking: (await seeking.executeTakeFirst()) ?? null,
    ban: (await ban.executeTakeFirst()) ?? null,
    restrictions: await restrictionsOf(db, id).execute(),
    relationships: await relationshipsOf(db, id).execute(),
    requests: (await requestsTo(db, id).execute()).map(({ name }) => ({ from: name })),
    notNowUntil: user?.notNowUntil ?? null,
  };
}

const callsOf = (db: Db, id: string) =>
  db
    .selectFrom('message')
    .innerJoin('room', 'room.id', 'message.room')
    .select(['room', 'sender', 'call', 'sentAt as endedAt'])
    .where('call', 'is not', null)
    .where(({ or, eb }) => or([eb('one', '=', id), eb('two', '=', id)]))
    .orderBy('sentAt')
    .execute();

const reactionsOf = (db: Db, id: string) =>
  db
    .selectFrom('reaction')
    .innerJoin('message', (join) =>
      join.onRef('message.room', '=', 'reaction.room').onRef('message.seq', '=', 'reaction.seq'),
    )
    .select(['reaction.room', 'reaction.seq', 'message.sentAt as messageAt', 'reaction', 'at'])
    .where('userId', '=', id)
    .orderBy('message.sentAt')
    .execute();

const reportsOf = (db: Db, id: string) =>
  db
    .selectFrom('report')
    .leftJoin('user', 'user.id', 'report.reported')
    .select(['room', 'user.name as about', 'reason', 'note', 'rule', 'ruleVersion', 'report.createdAt'])
    .where('reporter', '=', id)
    .orderBy('report.createdAt')
    .execute();

const heldMessagesOf = (db: Db, id: string) =>
  db
    .selectFrom('heldMessage')
    .select(['room', 'text', 'heldAt', 'released', 'decidedAt'])
    .where('sender', '=', id)
    .orderBy('heldAt')
    .execute();

const lastPartnerOf = (db: Db, id: string) =>
  db
    .selectFrom('lastPartner')
    .innerJoin('user', 'user.id', 'lastPartner.partner')
    .select('name')
    .where('userId', '=', id)
    .executeTakeFirst();

/** Yields the messages of an account in order, in pages: all of them, with every edit, may not fit into memory. */
async function* messagesOf(db: Db, id: string, toItem: (row: { room: string }) => object) {
  const mine = db.selectFrom('message').where('sender', '=', id);
  const ids = await mine.select('clientId').where('call', 'is', null).orderBy('sentAt').execute();
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE).map(({ clientId }) => clientId);
    const rows = await mine
      .select(['room', 'text', 'sentAt', 'editedAt'])
      .select(({ selectFrom }) =>
        selectFrom('revision')
          .select(sql<string[] | null>`json_agg("revision"."text" order by "revision"."position")`.as('texts'))
          .whereRef('revision.room', '=', 'message.room')
          .whereRef('revision.seq', '=', 'message.seq')
          .as('earlier'),
      )
      .where('clientId', 'in', page)
      .orderBy('sentAt')
      .execute();
    yield rows.map(toItem);
  }
}

/** Public rooms and conversations of the account, with the names that it sees. */
async function roomsOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('room')
    .leftJoin('user as one', 'one.id', 'room.one')
    .leftJoin('user as two', 'two.id', 'room.two')
    .select(['room.id', 'kind', 'room.one', 'one.name as nameOfOne', 'two.name as nameOfTwo'])
    .where(({ or, eb }) => or([eb('kind', '=', 'public'), eb('room.one', '=', id), eb('room.two', '=', id)]))
    .execute();
  return new Map(
    rows.map(({ id: room, kind, one, nameOfOne, nameOfTwo }) => [
      room,
      kind === 'public' ? { kind, name: room } : { kind, with: one === id ? nameOfTwo : nameOfOne },
    ]),
  );
}
