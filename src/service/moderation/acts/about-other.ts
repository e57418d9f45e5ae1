import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../database/tables.ts';

/** Whether a decision is about another person than a moderator. A dismissal names nobody: the person is that of its case. */
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
