import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import type { Tables } from '../../database/tables/tables.ts';

/**
 * Whether a decision is not about the moderator. A dismissal has no person; its case has. A decision about an account that was deleted
 * before is about the other accounts of its mailbox, also where a longer ban counts.
 */
export const isAboutOther = (row: ExpressionBuilder<Tables, 'decision'>, moderator: string) =>
  row.and([
    row('decision.person', 'is distinct from', moderator),
    row.not(
      row.exists(
        row
          .selectFrom('moderationCase')
          .select('moderationCase.id')
          .whereRef('moderationCase.id', '=', 'decision.case')
          .where(({ or, eb }) =>
            or([
              eb('moderationCase.person', '=', moderator),
              sql<SqlBool>`${moderator} = any("moderationCase"."nextAccounts")`,
            ]),
          ),
      ),
    ),
    row.not(
      row.exists(
        row
          .selectFrom('ban')
          .select('ban.userId')
          .where(sql<SqlBool>`"ban"."decisions" @> array["decision"."id"]`)
          .where('ban.userId', '=', moderator),
      ),
    ),
  ]);
