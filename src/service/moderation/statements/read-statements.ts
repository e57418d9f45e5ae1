import { sql } from 'kysely';

import { APPEAL_DAYS } from '../../../contract/moderation/protocol.ts';
import type { OwnReport, Statement } from '../../../contract/moderation/statement.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { routes } from '../../../site/editions/routes.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { reportsWithOutcome } from '../cases/reports-with-outcome.ts';
import { ruleOf, type RuleVersion } from '../cases/rule-of.ts';

/** Most decisions and reports of an account page. The download has all of them. */
const LATEST = 50;

const DAY_MS = 86_400_000;

/** Reads the decisions about a user and the user's own reports, latest first, for the account; members without any are missing. */
export async function statementsFor(
  context: RequestContext,
  userId: string,
): Promise<Pick<Account, 'decisions' | 'reports'>> {
  const { db } = context.brand;
  const [decisions, reports] = await Promise.all([
    decisionsAbout(db, userId).orderBy('createdAt', 'desc').limit(LATEST).execute(),
    ownReports(db, userId),
  ]);
  return {
    ...(decisions.length && { decisions: decisions.map((decision) => toStatement(decision, context)) }),
    ...(reports.length && { reports }),
  };
}

/** Decisions about a user, and those that ban the user's mailbox: they can be about an account that the user has deleted. */
export const decisionsAbout = (db: Db, userId: string) =>
  db
    .selectFrom('decision')
    .selectAll()
    .where('act', '!=', 'dismiss')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('person', '=', userId),
        eb(
          'id',
          'in',
          selectFrom('ban')
            .select(sql<string>`unnest("decisions")`.as('id'))
            .where('userId', '=', userId),
        ),
      ]),
    );

/** Last moment of an appeal against a decision. */
const appealUntil = ({ createdAt }: Pick<Decision, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + APPEAL_DAYS * DAY_MS);

/** Words of a decision about a user, for the download. */
export const exportDecisions = (db: Db, userId: string) =>
  decisionsAbout(db, userId)
    .clearSelect()
    .select(['act', 'room', 'removed', 'until', 'facts', 'initiative', 'automated', 'rule', 'ruleVersion'])
    .select(['createdAt', 'readAt', 'undoneAt', 'undoNote', 'appeal', 'appealedAt', 'answeredAt', 'upheld', 'answer'])
    .orderBy('createdAt')
    .execute();

function toStatement(decision: Decision, context: RequestContext): Statement {
  const { act, until, room, removed, undoneAt, undoNote, appeal, appealedAt } = decision;
  const rule = ruleOf(decision);
  return {
    id: decision.id,
    act: act as Statement['act'],
    at: decision.createdAt.toISOString(),
    ...(until && { until: until.toISOString() }),
    ...(room && { room }),
    facts: decision.facts,
    removed: removed.map(({ text }) => text),
    initiative: decision.initiative,
    automated: decision.automated,
    ...(rule && { rule: ruleIn(context, rule) }),
    read: decision.readAt !== null,
    ...(undoneAt && { undone: { at: undoneAt.toISOString(), note: undoNote ?? '' } }),
    appealUntil: appealUntil(decision).toISOString(),
    ...(appealedAt && {
      appeal: { text: appeal ?? '', at: appealedAt.toISOString(), ...outcomeOf(decision) },
    }),
  };
}

const outcomeOf = ({ answeredAt, upheld, answer }: Decision) =>
  answeredAt && { outcome: { upheld: upheld === true, answer: answer ?? '', at: answeredAt.toISOString() } };

/** The rule in the language of the edition. A rule that a later build no longer has keeps its id as title. */
const ruleIn = ({ ruleChanges }: RequestContext, { id, version }: RuleVersion): NonNullable<Statement['rule']> => ({
  version,
  title: ruleChanges().blocks[`rules#${id}`]?.title ?? id,
  path: `${routes.rules.path}#${id}`,
});

async function ownReports(db: Db, userId: string): Promise<OwnReport[]> {
  const rows = await reportsWithOutcome(db)
    .select(['report.id', 'reason'])
    .where('reporter', '=', userId)
    .orderBy('report.createdAt', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map(({ id, createdAt, reason, decidedAt, outcome }) => ({
    id,
    at: createdAt.toISOString(),
    reason,
    outcome,
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
  }));
}
