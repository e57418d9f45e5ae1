import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/**
 * Whether a decision is not about the moderator. A dismissal has no person; its case has. A ban of an account that was deleted before is
 * about the account that its mailbox has registered since.
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
