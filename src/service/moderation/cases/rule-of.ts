import { required } from '../../../shared/required.ts';

/** A rule as it was at a time. */
export interface RuleVersion {
  id: string;
  version: number;
}

/** The rule that a decision or report names. */
export const ruleOf = ({ rule, ruleVersion }: RuleColumns): RuleVersion | null =>
  rule === null ? null : { id: rule, version: required(ruleVersion, 'version of a rule') };

interface RuleColumns {
  rule: string | null;
  /** Null without a rule. */
  ruleVersion: number | null;
}
