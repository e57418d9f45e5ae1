import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import { blockNameOf } from './blocks.ts';
import { contentDir, type Source } from './sources.ts';

/** Anchors that rules had before they had ids, such as `rule-7`, each with the id of the rule. */
const anchorsSchema = z.strictObject({ rules: z.record(z.string(), z.string()) });

const FORMER_ANCHORS = relative('.', join(contentDir, 'former-anchors.json'));

/** Lets the former anchors in rendered rules lead to the rules that had them. */
export function addFormerAnchors(source: Source, html: string): string {
  const formerOf = new Map(formerAnchorsOf(source).map(([anchor, id]) => [id, anchor]));
  return formerOf.size
    ? html.replaceAll(/<a (?=class="number" href="#([a-z0-9-]+)")/g, (link, id: string) =>
        formerOf.has(id) ? `<a id="${formerOf.get(id)}" ` : link,
      )
    : html;
}

/** Former anchors of a text, with the ids that they lead to. */
export const formerAnchorsOf = (source: Source): [anchor: string, id: string][] =>
  blockNameOf(source) === 'rule' ? (anchors ??= readAnchors()) : [];

let anchors: [anchor: string, id: string][] | undefined;

function readAnchors(): [anchor: string, id: string][] {
  if (!existsSync(FORMER_ANCHORS)) return [];
  try {
    return Object.entries(anchorsSchema.parse(JSON.parse(readFileSync(FORMER_ANCHORS, 'utf8'))).rules);
  } catch (error) {
    const example = '{ "rules": { "rule-1": "adults-only" } }';
    throw new UserError(`${FORMER_ANCHORS} has no former anchors. Write them as in ${example}`, { cause: error });
  }
}
