import { required } from '../../../shared/required.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';

/** A rule as it was at a time. */
export interface RuleVersion {
  id: string;
  version: number;
}

/** The rule that a decision or report names. */
export const ruleOf = ({ rule, ruleVersion }: Pick<Decision, 'rule' | 'ruleVersion'>): RuleVersion | null =>
  rule === null ? null : { id: rule, version: required(ruleVersion, 'version of a rule') };
