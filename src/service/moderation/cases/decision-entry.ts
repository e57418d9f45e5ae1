import type { DecisionEntry } from '../../../contract/moderation/protocol.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { ModerationRequest } from '../moderation-request.ts';
import { ruleOf } from './rule-of.ts';

/** A decision as a moderator reads it. */
export const toEntry = (decision: Decision, viewer: ModerationRequest['moderator']): DecisionEntry => ({
  id: decision.id,
  case: decision.case,
  act: decision.act,
  until: decision.until?.getTime() ?? null,
  facts: decision.facts,
  removed: decision.removed.map(({ text }) => text),
  rule: ruleOf(decision),
  initiative: decision.initiative,
  automated: decision.automated,
  at: decision.createdAt.getTime(),
  own: decision.moderator === viewer.id,
  ...(viewer.role === 'lead' && decision.session !== null && { session: decision.session }),
  undone: decision.undoneAt && { at: decision.undoneAt.getTime(), note: decision.undoNote ?? '' },
  appeal: decision.appealedAt && {
    text: decision.appeal ?? '',
    at: decision.appealedAt.getTime(),
    outcome: decision.answeredAt && {
      upheld: decision.upheld === true,
      answer: decision.answer ?? '',
      at: decision.answeredAt.getTime(),
    },
  },
});
