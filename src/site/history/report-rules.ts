import { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { parseJsonFile } from '../../shared/parse-json-file.ts';
import type { SiteFolder } from '../site-folder.ts';

/** The rule that each reason of a report refers to, such as `{ "threat": "no-threats" }`. A reason may lack one. */
const reportRulesSchema = z.record(z.string(), z.string());

/** Path for messages. */
export const reportRulesFile = (folder: SiteFolder): string => folder.pathOf('report-rules.json');

/** Ids of rules by reason. @throws UserError where the file has none */
export const reportRulesOf = cachedBy((folder: SiteFolder): Record<string, string> => {
  const file = reportRulesFile(folder);
  const bytes = readIfPresent(file);
  const hint = 'Write reasons as in { "threat": "no-threats" }';
  return bytes ? parseJsonFile(file, bytes, reportRulesSchema, { lacks: 'no rules of reports', hint }) : {};
});
