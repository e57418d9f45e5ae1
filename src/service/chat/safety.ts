import { type Kysely, sql, type Transaction } from 'kysely';

import type { RequestBody } from '../../contract/chat.ts';
import type { Brand } from '../brands.ts';
import { endCallIn, type Over, tellOver } from '../calls/end.ts';
import type { Tables } from '../database/tables.ts';
import { roomOf } from './access.ts';
import type { Courier } from './delivery.ts';
import type { Guest } from './guest.ts';
import { Refused } from './refused.ts';

/** Hides two people from each other, everywhere, from the answer on; or one's own part of it no longer. */
export async function block({ person, on }: RequestBody<'block'>, guest: Guest, courier: Courier): Promise<void> {
  const { id, brand } = guest;
  await requirePerson(brand.db, person, id);
  if (!on) {
    await brand.db.deleteFrom('block').where('blocker', '=', id).where('blocked', '=', person).execute();
    courier.rejoin(brand.id, id, person);
  } else {
    const ended = await brand.db.transaction().execute(async (transaction) => {
      // Whoever looks for a partner now does it before or after this, and never meanwhile.
      await sql`lock table ${sql.id(brand.schema, 'seeker')} in row exclusive mode`.execute(transaction);
      const rooms = await lockRoomsOf(transaction, id, person);
      await transaction
        .insertInto('block')
        .values({ blocker: id, blocked: person })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const over: (Over | undefined)[] = [];
      for (const room of rooms) over.push(await endCallIn(transaction, brand, room.id, id));
      return over;
    });
    await courier.part(brand.id, id, person);
    for (const over of ended) if (over) tellOver(brand, courier, over);
  }
  courier.tellLobby(brand.id, [id, person]);
}

/** Locks the conversations of two, so that no call begins there meanwhile. */
const lockRoomsOf = (transaction: Transaction<Tables>, ...people: [string, string]) =>
  transaction
    .selectFrom('room')
    .select('id')
    .where('one', 'in', people)
    .where('two', 'in', people)
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Hides what somebody says from oneself alone. */
export async function mute({ person, on }: RequestBody<'mute'>, { id, brand }: Guest, courier: Courier): Promise<void> {
  await requirePerson(brand.db, person, id);
  if (on) {
    await brand.db
      .insertInto('mute')
      .values({ userId: id, muted: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await brand.db.deleteFrom('mute').where('userId', '=', id).where('muted', '=', person).execute();
  courier.tellLobby(brand.id, [id]);
}

async function requirePerson(db: Kysely<Tables>, person: string, id: string): Promise<void> {
  if (person === id) throw new Refused('body');
  const found = await db.selectFrom('user').select('id').where('id', '=', person).executeTakeFirst();
  if (!found) throw new Refused('gone');
}

/** Keeps a report, with what its reporter saw: each message as it was at the position that they name. */
export async function report(
  { room, person, reason, note, shown }: RequestBody<'report'>,
  { id, brand }: Guest,
): Promise<void> {
  await roomOf(brand.db, { id }, room);
  await requirePerson(brand.db, person, id);
  const seqs = shown.map(([seq]) => seq);
  const messages = seqs.length ? await versionsOf(brand.db, room, seqs) : [];
  const seen = shown.flatMap(([seq, position]) => {
    // What it said until the first change after that.
    const versions = messages.filter((one) => one.seq === seq);
    return versions.find((one) => one.position >= position) ?? versions.at(-1) ?? [];
  });
  await brand.db
    .insertInto('report')
    .values({ reporter: id, reported: person, room, reason, note, shown: JSON.stringify(seen) })
    .execute();
}

/** All that messages have said, in the order of positions. */
async function versionsOf(db: Kysely<Tables>, room: string, seqs: number[]) {
  const now = db
    .selectFrom('message')
    .innerJoin('user', 'user.id', 'message.sender')
    .where('message.room', '=', room)
    .where('message.seq', 'in', seqs);
  return now
    .select([
      'message.seq',
      'message.position',
      'user.id as sender',
      'user.name',
      'message.text',
      'message.sentAt',
      'message.call',
    ])
    .unionAll(
      now
        .innerJoin('revision', (join) =>
          join.onRef('revision.room', '=', 'message.room').onRef('revision.seq', '=', 'message.seq'),
        )
        .select([
          'message.seq',
          'revision.position',
          'user.id as sender',
          'user.name',
          'revision.text',
          'message.sentAt',
          'message.call',
        ]),
    )
    .orderBy('position')
    .execute();
}

/** How long somebody has to stay away who does not stop after refusals. */
const FLOOD_BAN = sql<Date>`now() + interval '15 minutes'`;

/** Keeps somebody out for a while. */
export async function banForFlood({ id, brand }: Guest): Promise<void> {
  await brand.db
    .insertInto('ban')
    .values({ userId: id, until: FLOOD_BAN, reason: 'flood' })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ until: sql`greatest(ban.until, ${FLOOD_BAN})`, reason: 'flood' }),
    )
    .execute();
  brand.events.emit('sessionsEnded', id);
}

/** Until when somebody is banned, if they are. */
export async function bannedUntil({ db }: Brand, person: string): Promise<Date | undefined> {
  const ban = await db
    .selectFrom('ban')
    .select('until')
    .where('userId', '=', person)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return ban?.until;
}
