import { sql, type SqlBool } from 'kysely';

import type { HeldIdentity } from '../../../contract/moderation/held-identity.ts';
import type { Brand } from '../../../site/editions/editions.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Case } from '../cases/claim-case.ts';
import { endOfHold, reportsOf } from '../cases/read-case.ts';
import { readIdentity } from '../cases/read-identity.ts';

export type CaseFile = Awaited<ReturnType<typeof readCaseFile>>;

/**
 * Reads all that is kept of a held case with a person. Times are in UTC (ISO 8601).
 * @throws ModerationRefusal `gone` without a person and a hold
 */
export async function readCaseFile(
  db: Db,
  { brand, hosts }: { brand: Pick<Brand, 'name' | 'email'>; hosts: string[] },
  found: Case,
) {
  const { person } = found;
  const identity = await readIdentity(db, found);
  const ids = await db
    .selectFrom('moderationCase')
    .select('id')
    .where('person', '=', person)
    .orderBy('createdAt')
    .execute();
  const reports = (await Promise.all(ids.map(({ id }) => reportsOf(db, id)))).flat();
  const decisions = await db
    .selectFrom('decision')
    .selectAll()
    .where((row) => row.or([row('case', '=', found.id), row('person', '=', person)]))
    .orderBy('createdAt')
    .execute();
  return {
    format: 'case-file/1',
    writtenAt: new Date().toISOString(),
    service: { name: brand.name, contact: brand.email, hosts },
    case: {
      id: found.id,
      openedAt: found.createdAt.toISOString(),
      escalation: found.escalation,
      decidedAt: iso(found.decidedAt),
      hold: { since: iso(found.heldAt), until: iso(endOfHold(found)), note: found.holdNote },
    },
    incident: {
      reasons: [...new Set(reports.map(({ reason }) => reason))],
      firstReportAt: iso(reports[0]?.createdAt),
      timeZone: 'UTC',
    },
    person: personOf(person, identity),
    reports: reports.map(reportOf),
    messages: await textsBy(db, [person, ...found.nextAccounts]),
    decisions: decisions.map(decisionOf),
    people: await namesOf(db, reports, identity),
    log: await logOf(
      db,
      found.id,
      decisions.map(({ id }) => id),
    ),
  };
}

const personOf = (id: string | null, identity: HeldIdentity) => ({
  id,
  nicknames: identity.nicknames,
  /** Each was confirmed by a link. */
  emails: identity.emails,
  accountSince: iso(identity.accountSince),
  adultConfirmedAt: iso(identity.adultConfirmedAt),
  rulesAcceptedAt: iso(identity.rulesAcceptedAt),
  deletedAt: iso(identity.deletedAt),
  conversations: identity.conversations,
  signIns: identity.signIns.map(({ at, host, device }) => ({ at: iso(at), host, device })),
  networkAddresses: NOT_STORED,
  nameAndPlace: NOT_STORED,
  dateOfBirth: NOT_STORED,
  files: 'none: the chat carries text only',
});

/** Nicknames by id: of accounts their present, of deleted accounts that which a reporter saw. */
async function namesOf(db: Db, reports: Awaited<ReturnType<typeof reportsOf>>, { conversations }: HeldIdentity) {
  const seen = reports.flatMap(({ shown }) => shown.map(({ sender, name }) => [sender, name] as const));
  const talked = conversations.map(({ with: other, nickname }) => [other ?? '', nickname ?? ''] as const);
  const ids = [...seen, ...talked].map(([id]) => id).concat(reports.flatMap(({ reporter }) => reporter ?? []));
  const users = await db.selectFrom('user').select(['id', 'name']).where('id', '=', anyOf(ids)).execute();
  return Object.fromEntries([...talked, ...seen, ...users.map(({ id, name }) => [id, name] as const)]);
}

const reportOf = (report: Awaited<ReturnType<typeof reportsOf>>[number]) => ({
  id: report.id,
  case: report.case,
  at: iso(report.createdAt),
  source: report.source,
  reporter: report.reporter,
  reason: report.reason,
  rule: report.rule,
  ruleVersion: report.ruleVersion,
  note: report.note,
  place: report.place,
  room: report.room,
  kindOfRoom: report.kind,
  call: report.call,
  messages: report.shown,
});

const decisionOf = ({ createdAt, until, undoneAt, appealedAt, answeredAt, ...decision }: Decision) => ({
  id: decision.id,
  act: decision.act,
  at: iso(createdAt),
  until: iso(until),
  facts: decision.facts,
  rule: decision.rule,
  ruleVersion: decision.ruleVersion,
  automated: decision.automated,
  removed: decision.removed,
  appeal: decision.appeal,
  appealedAt: iso(appealedAt),
  answer: decision.answer,
  answeredAt: iso(answeredAt),
  undoNote: decision.undoNote,
  undoneAt: iso(undoneAt),
});

const NOT_STORED = 'not stored';

const iso = (time: Date | number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();

/** All texts of a person that are kept: present, former, and those that are in no room any more. */
async function textsBy(db: Db, people: (string | null)[]) {
  const sender = anyOf(people.filter((id) => id !== null));
  const rows = await db
    .selectFrom('message')
    .select(['sender', 'room', 'seq', 'position', 'text', 'sentAt', 'call'])
    .where('sender', '=', sender)
    .unionAll(
      db
        .selectFrom('revision')
        .innerJoin('message', (join) =>
          join.onRef('message.room', '=', 'revision.room').onRef('message.seq', '=', 'revision.seq'),
        )
        .select([
          'message.sender',
          'message.room',
          'message.seq',
          'revision.position',
          'revision.text',
          'sentAt',
          'call',
        ])
        .where('sender', '=', sender),
    )
    .unionAll(
      db
        .selectFrom('keptMessage')
        .select(['sender', 'room', 'seq', 'position', 'text', 'sentAt', 'call'])
        .where('sender', '=', sender),
    )
    .orderBy('sentAt')
    .orderBy('room')
    .orderBy('seq')
    .orderBy('position')
    .execute();
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: iso(sentAt) }));
}

/** Lines of the audit log that name a case or its decisions. */
async function logOf(db: Db, id: string, decisions: string[]) {
  const lines = await db
    .selectFrom('auditLog')
    .select(['id', 'at', 'moderator', 'role', 'request', 'subject'])
    .where(sql<SqlBool>`("subject" ->> 'case' = ${id} or "subject" ->> 'decision' = any(${decisions}::text[]))`)
    .orderBy('id')
    .execute();
  return lines.map(({ at, ...line }) => ({ ...line, at: iso(at) }));
}
