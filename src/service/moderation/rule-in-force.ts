import type { NewDecision } from '../chat/moderation/store-decision.ts';
import type { RequestContext } from '../request/request-context.ts';
import { ModerationRefusal } from './moderation-request.ts';

/** A rule in its version of today. @throws ModerationRefusal `body` without such a rule */
export function ruleInForce({ ruleChanges }: Pick<RequestContext, 'ruleChanges'>, id: string): NewDecision['rule'] {
  const block = ruleChanges().blocks[`rules#${id}`];
  if (!block) throw new ModerationRefusal('body');
  return { id, version: block.version };
}
