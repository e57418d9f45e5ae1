import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/**
 * Whether a decision is not about the moderator. A dismissal has no person; its case has. A ban is also about the account that the mailbox
 * has now.
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
          .where('moderationCase.person', '=', moderator),
      ),
    ),
    row.not(
      row.exists(
        row
          .selectFrom('ban')
          .select('ban.userId')
          .whereRef('ban.decision', '=', 'decision.id')
          .where('ban.userId', '=', moderator),
      ),
    ),
  ]);
