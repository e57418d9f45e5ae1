/** `dist/publish/rule-changes.json`: the changes of rules and sections, as the service tells them to people. */
export interface RuleChangesFile {
  version: 1;
  /** Index into `lists` of each edition, by `<host>/<lang>`. */
  editions: Record<string, number>;
  lists: RuleChangeList[];
}

export interface RuleChangeList {
  /** The blocks that have a history or that a report reason names, by `<document>#<id>`, as they are in force. */
  blocks: Record<string, { version: number; title: string }>;
  /** The rule that each report reason names in `src/content/report-rules.json`. */
  reasons: Record<string, { rule: string; version: number; title: string }>;
  /** Changes of meaning whose day in force is less than 400 days ago, or ahead, in the order of their days in force. */
  changes: RuleChange[];
}

export interface RuleChange {
  document: 'rules' | 'privacy_policy';
  id: string;
  /** Version that the change made. A removal makes a version, too. */
  version: number;
  /** Day of the change, such as 2026-11-02. */
  day: string;
  /** Day from which it holds, such as 2026-12-02. */
  inForce: string;
  /** Whether a mail goes to every account. */
  important: boolean;
  title: string;
  note: string;
}

/** Path of the file below `dist/`. */
export const RULE_CHANGES = 'publish/rule-changes.json';
