import { type Kysely, sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat-protocol.ts';
import type { Tables } from '../../database/tables.ts';
import { endCallIn, type EndedCall, notifyEnded } from '../calls/end-call.ts';
import { roomOf } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { lockConversations } from '../rooms/private-conversation.ts';

/** Sets or removes the user's block of a person. Once it resolves, a set block hides both from each other everywhere. */
export async function block(
  { person, on }: RequestBody<'block'>,
  user: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> {
  const { id, brand } = user;
  await requirePerson(brand.db, person, id);
  if (!on) {
    await brand.db.deleteFrom('block').where('blocker', '=', id).where('blocked', '=', person).execute();
    broadcaster.unhide(brand.id, id, person);
  } else {
    const ended = await brand.db.transaction().execute(async (transaction) => {
      // Serialises with partner matching.
      await sql`lock table ${sql.id(brand.schema, 'seeker')} in row exclusive mode`.execute(transaction);
      // Prevents new calls in these rooms.
      const rooms = await lockConversations(transaction, id, person);
      await transaction
        .insertInto('block')
        .values({ blocker: id, blocked: person })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const endedCalls: (EndedCall | undefined)[] = [];
      for (const room of rooms) if (!room.endedAt) endedCalls.push(await endCallIn(transaction, brand, room.id, id));
      return endedCalls;
    });
    await broadcaster.hideFromEachOther(brand.id, id, person);
    for (const call of ended) if (call) notifyEnded(brand, broadcaster, call);
  }
  broadcaster.notifyLobby(brand.id, [id, person]);
}

/** Sets or removes the user's mute of a person, which hides their messages from the user alone. */
export async function mute(
  { person, on }: RequestBody<'mute'>,
  { id, brand }: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> {
  await requirePerson(brand.db, person, id);
  if (on) {
    await brand.db
      .insertInto('mute')
      .values({ userId: id, muted: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await brand.db.deleteFrom('mute').where('userId', '=', id).where('muted', '=', person).execute();
  broadcaster.notifyLobby(brand.id, [id]);
}

async function requirePerson(db: Kysely<Tables>, person: string, id: string): Promise<void> {
  if (person === id) throw new ChatRefusal('body');
  const found = await db.selectFrom('user').select('id').where('id', '=', person).executeTakeFirst();
  if (!found) throw new ChatRefusal('gone');
}

/** Stores a report with the rule that its reason stands for, and the messages that the reporter saw, each at the named position. */
export async function report(
  { room, person, reason, note, shown }: RequestBody<'report'>,
  { id, brand, ruleChanges }: ChatUser,
): Promise<void> {
  await roomOf(brand.db, { id }, room);
  await requirePerson(brand.db, person, id);
  const seen = shown.length ? await seenBy(brand.db, room, shown) : [];
  const broken = ruleChanges().reasons[reason];
  await brand.db
    .insertInto('report')
    .values({
      reporter: id,
      reported: person,
      room,
      reason,
      note,
      rule: broken ? `rules#${broken.rule}` : null,
      ruleVersion: broken?.version ?? null,
      shown: JSON.stringify(seen),
    })
    .execute();
}

/** Reads messages at positions: each with its text until the first change after that position. */
const seenBy = (db: Kysely<Tables>, room: string, shown: [seq: number, position: number][]) =>
  db
    .selectFrom(
      sql<{ seq: number; position: number; number: number }>`unnest(
        ${shown.map(([seq]) => seq)}::bigint[], ${shown.map(([, position]) => position)}::bigint[]
      ) with ordinality`.as<'shown'>(sql`shown("seq", "position", "number")`),
    )
    .innerJoin('message', 'message.seq', 'shown.seq')
    .innerJoin('user', 'user.id', 'message.sender')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('revision')
          .select(['revision.position', 'revision.text'])
          .where('revision.room', '=', room)
          .whereRef('revision.seq', '=', 'shown.seq')
          .whereRef('revision.position', '>=', 'shown.position')
          .orderBy('revision.position')
          .limit(1)
          .as('earlier'),
      (join) => join.onTrue(),
    )
    .where('message.room', '=', room)
    .select(({ ref, fn, case: when }) => [
      'message.seq',
      fn.coalesce('earlier.position', 'message.position').as('position'),
      'user.id as sender',
      'user.name',
      // A deleted message has no current text.
      when().when('earlier.position', 'is', null).then(ref('message.text')).else(ref('earlier.text')).end().as('text'),
      'message.sentAt',
      'message.call',
    ])
    .orderBy('shown.number')
    .execute();

/** End of a ban for flooding. */
const FLOOD_BAN = sql<Date>`now() + interval '15 minutes'`;

/** Bans a user for flooding and ends their sockets. */
export async function banForFlood({ id, brand }: ChatUser): Promise<void> {
  await brand.db
    .insertInto('ban')
    .values({ userId: id, until: FLOOD_BAN, reason: 'flood' })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ until: sql`greatest(ban.until, ${FLOOD_BAN})`, reason: 'flood' }),
    )
    .execute();
  brand.events.emit('sessionsEnded', id);
}
