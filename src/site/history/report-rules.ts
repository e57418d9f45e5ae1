import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { UserError } from '../../shared/user-error.ts';
import type { SiteFolder } from '../site-folder.ts';

/** The rule that each reason of a report refers to, such as `{ "threat": "no-threats" }`. A reason may lack one. */
const reportRulesSchema = z.record(z.string(), z.string());

/** Path for messages. */
export const reportRulesFile = (folder: SiteFolder): string => folder.pathOf('report-rules.json');

/** Ids of rules by reason. @throws UserError where the file has none */
export const reportRulesOf = cachedBy((folder: SiteFolder): Record<string, string> => {
  const file = reportRulesFile(folder);
  if (!existsSync(file)) return {};
  try {
    return reportRulesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} has no rules of reports. Write reasons as in { "threat": "no-threats" }`, {
      cause: error,
    });
  }
});
