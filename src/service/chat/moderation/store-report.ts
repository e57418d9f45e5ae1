import { sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import type { Db } from '../../database/tables/tables.ts';
import { isRequestTo, roomOf } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { hasLink } from '../messages/has-link.ts';
import { lockOpenCase } from './lock-open-case.ts';
import { reportedCall } from './reported-call.ts';
import { requirePerson } from './require-person.ts';
import { summarizeReports } from './summarize-reports.ts';

/**
 * Stores a report in the open case of the reported person, with the rule that its reason stands for, and the messages that the reporter
 * saw, each at the named position.
 * @throws ChatRefusal `gone` without the person, the message request, or the call in the last 24 hours
 */
export async function report(
  { room, person, reason, note, shown, call, waiting = false }: RequestBody<'report'>,
  { id, brand, ruleChanges }: ChatUser,
): Promise<void> {
  // The recipient of a request may not read its room.
  const place = waiting ? undefined : await roomOf(brand.db, { id }, room);
  await requirePerson(brand.db, person, id);
  const facts = call === undefined || !place ? undefined : await reportedCall(brand.db, place, person, call);
  const seen = waiting ? await requestOf(brand.db, room, person, id) : await seenBy(brand.db, room, shown);
  const broken = ruleChanges().reasons[reason];
  await brand.db.transaction().execute(async (transaction) => {
    const found = await lockOpenCase(transaction, person);
    await transaction
      .insertInto('report')
      .values({
        case: found,
        reporter: id,
        reported: person,
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
          when()
            .when('earlier.position', 'is', null)
            .then(ref('message.text'))
            .else(ref('earlier.text'))
            .end()
            .as('text'),
          'message.sentAt',
          'message.call',
        ])
        .orderBy('shown.number')
        .execute();

/** The messages of a request that waits for the reporter's answer: they are read only now, with the report. */
async function requestOf(db: Db, room: string, person: string, reporter: string) {
  const messages = await db
    .selectFrom('message')
    .innerJoin('room', 'room.id', 'message.room')
    .innerJoin('user', 'user.id', 'message.sender')
    .select(['message.seq', 'message.position', 'user.id as sender', 'user.name', 'text', 'sentAt', 'message.call'])
    .where('room', '=', room)
    .where('sender', '=', person)
    .where((row) => isRequestTo(row, reporter))
    .orderBy('message.seq')
    .execute();
  if (!messages.length) throw new ChatRefusal('gone');
  return messages;
}
