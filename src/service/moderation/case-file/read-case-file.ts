import { sql, type SqlBool } from 'kysely';

import type { HeldIdentity } from '../../../contract/moderation/held-identity.ts';
import type { Brand } from '../../../site/editions/editions.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Case } from '../cases/claim-case.ts';
import { reportsOf } from '../cases/read-case.ts';
import { readIdentity } from '../cases/read-identity.ts';
import { readNames } from '../cases/read-names.ts';

export type CaseFile = Awaited<ReturnType<typeof readCaseFile>>;

/**
 * Reads all that is kept of a held case with a person. Times are in UTC (ISO 8601).
 * @param keyedAll keyed hashes with every accepted secret
 * @throws ModerationRefusal `gone` without a person and a hold
 */
export async function readCaseFile(
  db: Db,
  { brand, hosts }: { brand: Pick<Brand, 'name' | 'email'>; hosts: string[] },
  found: Case,
  keyedAll: (...parts: string[]) => string[],
) {
  const { person } = found;
  const identity = await readIdentity(db, found, keyedAll);
  const reports = await reportsOf(db, found.id);
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
      hold: { since: iso(found.heldAt), until: iso(found.heldUntil), note: found.holdNote },
    },
    incident: {
      reasons: [...new Set(reports.map(({ reason }) => reason))],
      firstReportAt: iso(reports[0]?.createdAt),
      timeZone: 'UTC',
    },
    person: personOf(person, identity),
    reports: reports.map(reportOf),
    messages: await textsBy(db, person),
    decisions: decisions.map(decisionOf),
    people: await readNames(db, found),
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
  signIns: identity.signIns.map(({ at, host, device }) => ({ at: iso(at), host, device })),
  networkAddresses: NOT_STORED,
  nameAndPlace: NOT_STORED,
  dateOfBirth: NOT_STORED,
  files: 'none: the chat carries text only',
});

const reportOf = (report: Awaited<ReturnType<typeof reportsOf>>[number]) => ({
  id: report.id,
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

const decisionOf = ({ id, act, createdAt, until, facts, rule, ruleVersion, automated, undoneAt }: Decision) => ({
  id,
  act,
  at: iso(createdAt),
  until: iso(until),
  facts,
  rule,
  ruleVersion,
  automated,
  undoneAt: iso(undoneAt),
});

const NOT_STORED = 'not stored';

const iso = (time: Date | number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();

/** All texts of a person that are kept: present, former, and those that are in no room any more. */
async function textsBy(db: Db, person: string | null) {
  const rows = await db
    .selectFrom('message')
    .select(['room', 'seq', 'position', 'text', 'sentAt', 'call'])
    .where('sender', '=', person)
    .unionAll(
      db
        .selectFrom('revision')
        .innerJoin('message', (join) =>
          join.onRef('message.room', '=', 'revision.room').onRef('message.seq', '=', 'revision.seq'),
        )
        .select(['message.room', 'message.seq', 'revision.position', 'revision.text', 'sentAt', 'call'])
        .where('sender', '=', person),
    )
    .unionAll(
      db
        .selectFrom('keptMessage')
        .select(['room', 'seq', 'position', 'text', 'sentAt', 'call'])
        .where('sender', '=', person),
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
