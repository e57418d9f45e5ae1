import { sql, type SqlBool } from 'kysely';

import type { Me, RuleChoice, WorkCounts } from '../../../contract/moderation/me.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { ModerationRequest } from '../moderation-request.ts';
import { readStopped } from './brake.ts';
import { isAboutOther } from './is-about-other.ts';
import { readFactors } from './second-factor.ts';

/** The moderator; with the second factor, also the work that waits, and the rules. */
export async function readMe(request: ModerationRequest): Promise<Me> {
  const { context, moderator, hasSecondFactor } = request;
  return {
    role: moderator.role,
    ...(await readFactors(request)),
    ...(hasSecondFactor && moderator.role === 'lead' && { stopped: await readStopped(context.brand.db, moderator.id) }),
    ...(hasSecondFactor && { work: await countWork(context.brand, moderator.id), rules: rulesOf(context) }),
  };
}

/** Counts the work that waits for a moderator, without cases about themselves. */
async function countWork(brand: ServiceBrand, moderator: string): Promise<WorkCounts> {
  const [{ open, escalated }, { appeals }, { held }] = await Promise.all([
    brand.db
      .selectFrom('moderationCase')
      .select([
        sql<number>`count(*) filter (where escalation is null)`.as('open'),
        sql<number>`count(escalation)`.as('escalated'),
      ])
      .where('decidedAt', 'is', null)
      .where('person', 'is distinct from', moderator)
      .where(sql<SqlBool>`${moderator} <> all("nextAccounts")`)
      .where((row) =>
        row.or([row('reports', '>', 0), row('escalation', 'is not', null), row('heldAt', 'is not', null)]),
      )
      .executeTakeFirstOrThrow(),
    brand.db
      .selectFrom('decision')
      .select(({ fn }) => fn.countAll<number>().as('appeals'))
      .where((row) => isAboutOther(row, moderator))
      .where('appealedAt', 'is not', null)
      .where('answeredAt', 'is', null)
      .where('undoneAt', 'is', null)
      .executeTakeFirstOrThrow(),
    brand.db
      .selectFrom('heldMessage')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('decidedAt', 'is', null)
      .where('sender', '<>', moderator)
      .executeTakeFirstOrThrow(),
  ]);
  return { open, escalated, appeals, held };
}

/** The rules in force that have a version, in the language of the page. */
function rulesOf({ ruleChanges }: RequestContext): RuleChoice[] {
  return Object.entries(ruleChanges().blocks).flatMap(([block, { version, title }]) => {
    const [document, id] = block.split('#') as [string, string];
    return document === 'rules' ? [{ id, version, title }] : [];
  });
}
