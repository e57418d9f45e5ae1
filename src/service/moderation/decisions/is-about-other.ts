import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/** Whether a decision is not about the moderator. A dismissal has no person; its case has. */
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
  ]);
