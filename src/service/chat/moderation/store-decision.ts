import { type Kysely, sql } from 'kysely';

import type { Act } from '../../../contract/moderation/protocol.ts';
import type { Decision } from '../../database/moderation-tables.ts';
import type { Tables } from '../../database/tables.ts';
import type { RemovedMessage } from '../messages/remove-messages.ts';
import { type DecisionContext, enqueueDecisionMail } from './decision-mails.ts';

/** A decision to store. */
export interface NewDecision {
  case?: string | undefined;
  /** Null if it is about nobody: a dismissal. */
  person: string | null;
  act: Act;
  /** End of a mute, limit or ban. */
  until?: Date | undefined;
  /** The public room of removed messages. */
  room?: string | undefined;
  removed?: RemovedMessage[];
  facts: string;
  initiative: 'report' | 'own';
  rule?: { id: string; version: number } | undefined;
  /** Absent for an automated decision. */
  moderator?: string;
}

/**
 * Stores a decision with its mute, limit or ban, and its mail to the person. After the commit, emit `decided`, after a mute or limit
 * `restricted`, and after a ban call `cutOff`. The row of a person to ban must be locked for update.
 * @param isMailed whether the person is mailed
 */
export async function storeDecision(
  transaction: Kysely<Tables>,
  context: DecisionContext,
  { removed = [], rule, until, ...decision }: NewDecision,
  isMailed = true,
): Promise<string> {
  const stored = await transaction
    .insertInto('decision')
    .values({
      ...decision,
      case: decision.case ?? null,
      room: decision.room ?? null,
      moderator: decision.moderator ?? null,
      automated: decision.moderator === undefined,
      removed: JSON.stringify(removed),
      rule: rule?.id ?? null,
      ruleVersion: rule?.version ?? null,
      ...(until && { until }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (stored.person === null) return stored.id;
  if (stored.act === 'mute' || stored.act === 'limit') await restrict(transaction, stored, stored.act);
  if (stored.act === 'ban') await ban(transaction, stored);
  if (isMailed) await enqueueDecisionMail(transaction, context, 'decision', stored);
  return stored.id;
}

const restrict = (transaction: Kysely<Tables>, { id, person, until }: Decision, kind: 'mute' | 'limit') =>
  transaction.insertInto('restriction').values({ decision: id, userId: person!, kind, until: until! }).execute();

/** Of several bans, the longest counts. */
const ban = (transaction: Kysely<Tables>, { id, person, until, automated }: Decision) =>
  transaction
    .insertInto('ban')
    .values({ userId: person!, until: until!, reason: automated ? 'flood' : 'decision', decision: id })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ ref }) => ({
          until: ref('excluded.until'),
          reason: ref('excluded.reason'),
          decision: ref('excluded.decision'),
        }))
        .where('ban.until', '<', sql<Date>`excluded."until"`),
    )
    .execute();
