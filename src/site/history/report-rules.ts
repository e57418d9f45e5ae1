import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { memoize } from '../../shared/memoize.ts';
import { UserError } from '../../shared/user-error.ts';
import { contentDir } from '../markdown/content-folder.ts';

/** The rule that each reason of a report refers to, such as `{ "threat": "no-threats" }`. A reason may lack one. */
const reportRulesSchema = z.record(z.string(), z.string());

/** Path for messages. */
export const REPORT_RULES = relative('.', join(contentDir, 'report-rules.json'));

/** Ids of rules by reason. */
export const reportRules = (): Record<string, string> => readReportRules(REPORT_RULES);

const readReportRules = memoize((file: string): Record<string, string> => {
  if (!existsSync(file)) return {};
  try {
    return reportRulesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} has no rules of reports. Write reasons as in { "threat": "no-threats" }`, {
      cause: error,
    });
  }
});
