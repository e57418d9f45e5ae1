import { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { parseJsonFile } from '../../shared/parse-json-file.ts';
import type { SiteFolder, Source } from '../site-folder.ts';
import { blockNameOf } from './blocks.ts';

/** Anchors that rules had before they had ids, such as `rule-7`, each with the id of the rule. */
const anchorsSchema = z.strictObject({ rules: z.record(z.string(), z.string()) });

/** Former anchors of a text that lead to its ids. */
export const formerAnchorsTo = (source: Source, ids: string[]): string[] =>
  formerAnchorsOf(source).flatMap(([anchor, id]) => (ids.includes(id) ? [anchor] : []));

/** Former anchors of a text, with the ids that they lead to. */
export const formerAnchorsOf = (source: Source): Anchor[] =>
  blockNameOf(source) === 'rule' ? formerAnchorsIn(source.folder) : [];

type Anchor = [anchor: string, id: string];

/** All former anchors of a site, with the ids that they lead to. @throws UserError where they cannot be read */
export const formerAnchorsIn = cachedBy((folder: SiteFolder): Anchor[] => {
  const file = folder.pathOf('former-anchors.json');
  const bytes = readIfPresent(file);
  if (!bytes) return [];
  const hint = 'Write them as in { "rules": { "rule-1": "adults-only" } }';
  return Object.entries(parseJsonFile(file, bytes, anchorsSchema, { lacks: 'no former anchors', hint }).rules);
});
