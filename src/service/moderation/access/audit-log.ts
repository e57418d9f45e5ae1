import { sql } from 'kysely';

import type { ModerationError } from '../../../contract/moderation/errors.ts';
import type { AuditEntry, ListPage } from '../../../contract/moderation/protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Moderator of lines that `npm run service:grant` writes. */
export const OPERATOR = 'operator';
/** Moderator of lines that the service writes by itself, at the end of a term. */
export const SERVICE = 'service';

/** Fields of bodies that are ids, numbers or choices. All others can hold texts, names, codes or passwords. */
const LOGGED: readonly string[] = [
  'case',
  'decision',
  'id',
  'room',
  'list',
  'act',
  'escalation',
  'rule',
  'hours',
  'on',
  'upheld',
  'closed',
  'slowSeconds',
  'session',
  'moderator',
];

/** Fields of a request body that the log stores: ids, and the direction of the decision. */
export const subjectOf = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([field]) => LOGGED.includes(field)));

/** Adds a line to the audit log. @param subject with `by`, name and session of the moderator: the name outlives the account */
export async function appendToLog(
  { db }: Pick<ServiceBrand, 'db'>,
  { subject, ...line }: Pick<AuditEntry, 'moderator' | 'role' | 'request'> & { subject: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ ...line, subject: JSON.stringify(subject) })
    .execute();
}

/** The latest 50 lines of the audit log, or those before a time, and lines of the same millisecond as the last of them. */
export async function readLog(
  { db }: Pick<ServiceBrand, 'db'>,
  before: number | undefined,
): Promise<ListPage<AuditEntry>> {
  const latest = db
    .selectFrom('auditLog')
    .leftJoin('user', 'user.id', 'moderator')
    .select(['auditLog.id', 'at', 'role', 'request'])
    // The account may be deleted.
    .select(sql<string>`coalesce("user"."name", "subject" #>> '{by,name}', "moderator")`.as('moderator'))
    .select(sql<string | null>`"subject" #>> '{by,session}'`.as('session'))
    .select([
      sql<string>`(subject - 'by')::text`.as('subject'),
      sql<ModerationError | null>`subject ->> 'error'`.as('error'),
    ])
    .orderBy('at', 'desc')
    .fetch(50, 'with ties');
  const lines = await (before === undefined ? latest : latest.where('at', '<', new Date(before))).execute();
  const last = lines.at(-1);
  const older = last && db.selectFrom('auditLog').select('id').where('at', '<', last.at).limit(1).executeTakeFirst();
  const entries = lines
    .map(({ id, at, ...line }) => ({ id, line: { ...line, at: at.getTime() } }))
    .toSorted((one, other) => other.line.at - one.line.at || other.id - one.id)
    .map(({ line }) => line);
  return { entries, hasOlder: (await older) !== undefined };
}
