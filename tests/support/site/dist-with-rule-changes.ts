import { mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RuleChange, RuleChangeList, RuleChangesFile } from '../../../src/output/rule-changes.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions } from '../dist.ts';

/** The built site with changes of rules of a test, which other builds replace. */
export interface ChangedSite {
  /** Its folder, as `dist/`. */
  folder: string;
  /** Writes the changes of another build; `undefined` removes the file. */
  build: (changes: Partial<RuleChangeList> | undefined) => void;
}

let builds = 0;

/** Links the built site into a folder of its own, without changes of rules. */
export function siteWithRuleChanges(changes?: Partial<RuleChangeList>): ChangedSite {
  const folder = mkdtempSync(join(tmpdir(), 'changed-site-'));
  for (const entry of readdirSync(dist)) if (entry !== 'publish') symlinkSync(join(dist, entry), join(folder, entry));
  mkdirSync(join(folder, 'publish'));
  symlinkSync(join(dist, 'publish/manifest.json'), join(folder, 'publish/manifest.json'));
  const file = join(folder, 'publish/rule-changes.json');
  const build: ChangedSite['build'] = (list) => {
    const written: RuleChangesFile = {
      version: 1,
      editions: list ? Object.fromEntries(editions.map((edition) => [rootOf(edition), 0])) : {},
      lists: list ? [{ blocks: {}, reasons: {}, changes: [], ...list }] : [],
    };
    writeFileSync(`${file}.next`, JSON.stringify(written));
    // Two builds within a millisecond have different times all the same.
    utimesSync(`${file}.next`, 1_700_000_000 + builds, 1_700_000_000 + builds++);
    renameSync(`${file}.next`, file);
  };
  if (changes) build(changes);
  return { folder, build };
}

/** A change of a rule, in force a number of days from today; it was announced a month before. */
export function changeIn(days: number, facts: Partial<RuleChange> = {}): RuleChange {
  const id = facts.id ?? `rule-${days}`;
  return {
    document: 'rules',
    id,
    version: 2,
    day: dayIn(days - 30),
    inForce: dayIn(days),
    important: false,
    title: `Title of ${id}`,
    note: `Note of ${id}.`,
    ...facts,
  };
}

/** A day in UTC, such as `2026-11-02`. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
