import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import { APPEAL_DAYS } from '../../contract/moderation/protocol.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { RemovedMessage } from '../chat/messages/remove-messages.ts';
import type { Db, Tables, Transaction } from '../database/tables/tables.ts';
import { appealFigures, decisionFigures, reportFigures } from '../moderation/transparency/figure-queries.ts';

/** Days that decided cases stay after the last period of appeal, or after the answer to an appeal. */
const DAYS_AFTER_APPEAL = 30;

/** Cases or decisions per transaction. */
const SLICE = 200;

/**
 * Purges decided cases with their reports and decisions, and decisions without a case, 30 days after the last period of appeal or the answer
 * to an appeal. Held cases stay, cases with an appeal that waits, and undecided cases that a list has. Of a decision behind a ban, mute or
 * limit in force, only its texts go. Anonymous figures stay until the end of the next year.
 * @param signal aborts between two transactions
 */
export async function purgeCases({ db }: Pick<ServiceBrand, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const purge of [purgeSliceOfCases, purgeSliceOfDecisions])
    for (;;) if (signal?.aborted || (await db.transaction().execute(purge)) < SLICE) break;
  await db
    .deleteFrom('moderationFigure')
    .where('year', '<', sql<number>`extract(year from now() at time zone 'UTC') - 1`)
    .execute();
}

/** @returns the number of cases */
async function purgeSliceOfCases(transaction: Transaction): Promise<number> {
  const cases = await transaction
    .selectFrom('moderationCase')
    .select('id')
    .where((row) => row.or([row('decidedAt', '<', longAgo), isUnlisted]))
    .where(isNotOfHeld(transaction, 'moderationCase.person'))
    .where('heldAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('decision')
            .select('decision.id')
            .whereRef('decision.case', '=', 'moderationCase.id')
            .where((row) => row.not(isOver)),
        ),
      ),
    )
    .limit(SLICE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (!cases.length) return 0;
  const ids = cases.map(({ id }) => id);
  await store(transaction, reportFigures(transaction).where('report.case', 'in', ids));
  await transaction.deleteFrom('report').where('case', 'in', ids).execute();
  const decisions = await transaction.selectFrom('decision').select('id').where('case', 'in', ids).execute();
  await purgeDecisions(transaction, decisions);
  await transaction.deleteFrom('moderationCase').where('id', 'in', ids).execute();
  return ids.length;
}

/** Purges decisions without a case. @returns their number */
async function purgeSliceOfDecisions(transaction: Transaction): Promise<number> {
  const decisions = await transaction
    .selectFrom('decision')
    .select('id')
    .where('case', 'is', null)
    .where(isNotOfHeld(transaction, 'decision.person'))
    .where(isOver)
    // The others have been stripped before.
    .where((row) => row.or([isNotInForce(row), row('facts', '<>', '')]))
    .limit(SLICE)
    .forUpdate()
    .skipLocked()
    .execute();
  await purgeDecisions(transaction, decisions);
  return decisions.length;
}

/** Deletes decisions, except those whose ban, mute or limit is in force: these lose their texts and their case. */
async function purgeDecisions(transaction: Transaction, decisions: { id: string }[]): Promise<void> {
  if (!decisions.length) return;
  const ids = decisions.map(({ id }) => id);
  await store(transaction, decisionFigures(transaction).where('id', 'in', ids).where(isNotInForce));
  await store(transaction, appealFigures(transaction).where('id', 'in', ids).where(isNotInForce));
  await transaction.deleteFrom('decision').where('id', 'in', ids).where(isNotInForce).execute();
  await transaction
    .updateTable('decision')
    .set({
      case: null,
      facts: '',
      undoNote: null,
      appeal: null,
      answer: null,
      // The number of removed messages stays, for the figures.
      removed: sql<
        RemovedMessage[]
      >`(select coalesce(jsonb_agg("each" || '{"text": ""}'), '[]') from jsonb_array_elements("removed") as "each")`,
    })
    .where('id', 'in', ids)
    .execute();
}

/** Stores figures of rows that are deleted next. */
const store = (transaction: Db, figures: ReturnType<typeof reportFigures> | ReturnType<typeof decisionFigures>) =>
  transaction
    .insertInto('moderationFigure')
    .columns(['year', 'facts'])
    .expression(figures as Expression<unknown> as ReturnType<typeof decisionFigures>)
    .execute();

/** Whether no case about a person is under a legal hold. Holds whose term has passed have ended before. */
const isNotOfHeld = (db: Db, person: string) =>
  sql<SqlBool>`not exists (${db
    .selectFrom('moderationCase as held')
    .select('held.id')
    .where('held.heldAt', 'is not', null)
    .where('held.person', '=', sql.ref<string>(person))})`;

const longAgo = sql<Date>`now() - make_interval(days => ${APPEAL_DAYS + DAYS_AFTER_APPEAL})`;

/** Whether a case was opened by nickname, and left undecided: no list has it, unless it is held. */
const isUnlisted = sql<SqlBool>`("decidedAt" is null and "reports" = 0 and "escalation" is null
  and coalesce("claimedUntil" < now(), true))`;

/** Whether the periods of a decision are over: the period of appeal, and the wait for and after an answer. */
const isOver = sql<SqlBool>`("decision"."createdAt" < ${longAgo}
  and ("appealedAt" is null or "undoneAt" is not null or "answeredAt" is not null)
  and coalesce("answeredAt", '-infinity') < now() - make_interval(days => ${DAYS_AFTER_APPEAL}))`;

/**
 * Whether a decision is behind a ban, mute or limit in force, or behind a shorter ban that undoing a longer one brings back. Rows of those
 * that ended are purged before.
 */
const isInForce = ({ or, and, exists, selectFrom }: ExpressionBuilder<Tables, 'decision'>) =>
  or([
    exists(selectFrom('ban').select('ban.decision').whereRef('ban.decision', '=', 'decision.id')),
    exists(
      selectFrom('bannedAddress')
        .select('bannedAddress.decision')
        .whereRef('bannedAddress.decision', '=', 'decision.id'),
    ),
    and([
      sql<SqlBool>`"decision"."undoneAt" is null and "decision"."until" > now()`,
      or(
        (['ban', 'bannedAddress'] as const).map((table) =>
          exists(
            selectFrom(table)
              .select('decisions')
              .where(sql<SqlBool>`${sql.table(table)}."decisions" @> array["decision"."id"]`),
          ),
        ),
      ),
    ]),
    exists(
      selectFrom('restriction').select('restriction.decision').whereRef('restriction.decision', '=', 'decision.id'),
    ),
  ]);

const isNotInForce = (row: ExpressionBuilder<Tables, 'decision'>) => row.not(isInForce(row));
