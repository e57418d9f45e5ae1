import { sql, type SqlBool } from 'kysely';

import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { isRequestTo, roomOf } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { hasLink } from '../messages/has-link.ts';
import { lockOpenCase } from './lock-open-case.ts';
import { reportedCall } from './reported-call.ts';
import { recentlyDeleted, requirePerson } from './require-person.ts';
import { summarizeReports } from './summarize-reports.ts';

/**
 * Stores a report in the open case of the reported person, with the rule that its reason stands for, and the messages that the reporter
 * saw, each at the named position. A person who has deleted the account can be reported for some days.
 * @throws ChatRefusal `gone` without the person, the message request, or the call in the last 24 hours
 */
export async function report(
  { room, person, reason, note, shown, call, waiting = false }: RequestBody<'report'>,
  { id, brand, ruleChanges }: ChatUser,
): Promise<void> {
  const deleted = await recentlyDeleted(brand.db, person);
  if (!deleted) await requirePerson(brand.db, person, id);
  const isFormer = deleted?.rooms[room] === id;
  // The recipient of a request may not read its room.
  const place = waiting
    ? undefined
    : isFormer
      ? { id: room, one: id, two: person }
      : await roomOf(brand.db, { id }, room);
  const facts = call === undefined || !place ? undefined : await reportedCall(brand.db, place, person, call);
  const seen = await (waiting ? requestOf(brand.db, room, person, id, isFormer) : seenBy(brand.db, room, shown));
  const broken = ruleChanges().reasons[reason];
  await brand.db.transaction().execute(async (transaction) => {
    const found = await lockOpenCase(transaction, person);
    await transaction
      .insertInto('report')
      .values({
        case: found,
        reporter: id,
        reported: deleted ? null : person,
        room,
        reason,
        note,
        rule: broken ? `rules#${broken.rule}` : null,
        ruleVersion: broken?.version ?? null,
        shown: JSON.stringify(seen),
        isRequest: waiting,
        hasLinks: seen.some(({ sender, text }) => sender === person && text !== null && hasLink(text)),
        ...(facts && { call: JSON.stringify(facts) }),
      })
      .execute();
    await summarizeReports(transaction, found);
  });
}

/** Longest `HISTORY_DAYS`. */
const HISTORY_DAYS_MAX = 30;

/** The texts of a room's messages by position: present, former, and those of deleted accounts. */
const textsIn = (db: Db, room: string) =>
  db
    .selectFrom('message')
    .select(['seq', 'position', 'sender', 'text', 'sentAt', 'call'])
    .where('room', '=', room)
    .unionAll(
      db
        .selectFrom('revision')
        .innerJoin('message', (join) =>
          join.onRef('message.room', '=', 'revision.room').onRef('message.seq', '=', 'revision.seq'),
        )
        .select(['message.seq', 'revision.position', 'sender', 'revision.text', 'sentAt', 'call'])
        .where('revision.room', '=', room),
    )
    .unionAll(
      db
        .selectFrom('keptMessage')
        .innerJoin('deletedUser', 'deletedUser.id', 'keptMessage.sender')
        .select(['seq', 'position', 'sender', 'text', 'sentAt', 'call'])
        .where('room', '=', room)
        // Under a legal hold older texts are kept, for leads alone: nothing that a reporter can still have seen.
        .where('sentAt', '>', sql<Date>`"deletedAt" - make_interval(days => ${HISTORY_DAYS_MAX})`)
        .where('until', '>', now),
    );

/** Who sent a message, as long as they can be reported. */
const sendersOf = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'name'])
    .unionAll(
      db
        .selectFrom('deletedUser')
        .select(['id', sql<string>`coalesce("name", '–')`.as('name')])
        .where('until', '>', now),
    );

/** Reads messages at positions: each with its text until the first change after that position. */
const seenBy = async (db: Db, room: string, shown: [seq: number, position: number][]) =>
  shown.length === 0
    ? []
    : db
        .selectFrom(
          sql<{ seq: number; position: number; number: number }>`unnest(
        ${shown.map(([seq]) => seq)}::bigint[], ${shown.map(([, position]) => position)}::bigint[]
      ) with ordinality`.as<'shown'>(sql`shown("seq", "position", "number")`),
        )
        .innerJoinLateral(
          (join) =>
            join
              .selectFrom(textsIn(db, room).as('each'))
              .selectAll('each')
              .whereRef('each.seq', '=', 'shown.seq')
              .orderBy(sql`case when "each"."position" >= "shown"."position" then "each"."position" end`)
              .orderBy('each.position', 'desc')
              .limit(1)
              .as('text'),
          (join) => join.onTrue(),
        )
        .innerJoin(sendersOf(db).as('person'), 'person.id', 'text.sender')
        .select(['text.seq', 'text.position', 'text.sender', 'person.name', 'text.text', 'text.sentAt', 'text.call'])
        .orderBy('shown.number')
        .execute();

/** The messages of a request that waits for the reporter's answer: they are read only now, with the report. @param isFormer whether its sender is deleted */
async function requestOf(db: Db, room: string, person: string, reporter: string, isFormer: boolean) {
  const messages = await db
    .selectFrom(textsIn(db, room).as('message'))
    .innerJoin(sendersOf(db).as('person'), 'person.id', 'message.sender')
    .select(['message.seq', 'message.position', 'message.sender', 'person.name', 'text', 'sentAt', 'message.call'])
    .where('sender', '=', person)
    .where(({ exists, selectFrom }) =>
      isFormer
        ? sql<SqlBool>`true`
        : exists(
            selectFrom('room')
              .select('room.id')
              .where('room.id', '=', room)
              .where((row) => isRequestTo(row, reporter)),
          ),
    )
    .distinctOn('message.seq')
    .orderBy('message.seq')
    .orderBy('message.position', 'desc')
    .execute();
  if (!messages.length) throw new ChatRefusal('gone');
  return messages;
}
