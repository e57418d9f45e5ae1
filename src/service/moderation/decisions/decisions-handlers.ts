import { transact } from '../../database/after-commit.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import { releaseBrake } from '../access/brake.ts';
import { answeredBy } from '../access/conflicts.ts';
import { isAboutOther } from '../access/is-about-other.ts';
import { claimCaseByNickname } from '../cases/claim-case-by-nickname.ts';
import { toEntry } from '../cases/decision-entry.ts';
import type { ModerationHandlers, ModerationRequest } from '../moderation-request.ts';
import { answerAppeal } from './answer-appeal.ts';
import { decide } from './decide.ts';
import { lockDecision, undoDecision } from './undo-decision.ts';
import { undoSession } from './undo-session.ts';

/** Most decisions in a list. */
const PAGE = 50;

/** Decisions, their undoing and appeals. */
export const decisionHandlers = {
  decide,
  // Without a report, on the moderator's own initiative.
  openCase: ({ nickname }, request) =>
    request.context.brand.db
      .transaction()
      .execute(async (transaction) => ({ case: (await claimCaseByNickname(transaction, nickname, request)).id })),
  undo: ({ decision: id, note }, request) =>
    transact(request.context.brand.db, async (transaction) => {
      const { context, moderator } = request;
      const decision = await lockDecision(transaction, id, request);
      await undoDecision(transaction, context, decision, { by: moderator.id, note, isMailed: true });
    }),
  appeals: async (_body, request) => {
    const rows = await decisions(request)
      .where('appealedAt', 'is not', null)
      .where('answeredAt', 'is', null)
      .orderBy('appealedAt')
      .execute();
    const entries = [];
    // In turn: a page of appeals does not fill the queue of the database.
    for (const row of rows)
      entries.push({ ...toEntry(row, request.moderator), answeredBy: await answeredBy(request, row) });
    return { entries };
  },
  answerAppeal,
  undoSession,
  releaseBrake,
  done: async ({ before }, request) => {
    const latest = decisions(request)
      .orderBy('createdAt', 'desc')
      .limit(PAGE + 1);
    const rows = await (before === undefined ? latest : latest.where('createdAt', '<', new Date(before))).execute();
    return { ...toEntries(rows.slice(0, PAGE), request), hasOlder: rows.length > PAGE };
  },
} satisfies Partial<ModerationHandlers>;

/** A moderator reads no decision about themselves: its appeal is another moderator's work. */
const decisions = ({ context, moderator }: ModerationRequest) =>
  context.brand.db
    .selectFrom('decision')
    .selectAll()
    .where((row) => isAboutOther(row, moderator.id))
    .limit(PAGE);

const toEntries = (rows: Decision[], { moderator }: ModerationRequest) => ({
  entries: rows.map((row) => toEntry(row, moderator)),
});
