import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { checkContent, configuredSources } from '../check/check-content.ts';
import { unpublishedOn } from '../check/check-days.ts';
import { type Inspections, inspectWith } from '../check/inspect.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { findRepeatedFields } from '../site/editions/hosts-source.ts';
import { leaveOut, type Unpublished } from '../site/markdown/publication.ts';
import { readSources } from '../site/markdown/sources.ts';
import { editions, hostsFile } from '../site/site.ts';
import { readCache, writeCache } from './incremental/sealed-cache.ts';
import { threadOf } from './workers/work-split.ts';

const INSPECTIONS = '.cache/texts.json';
const HOSTS_FILE = '.cache/hosts.json';

/**
 * Checks words and texts; those that the last build found right are not looked at again. From here on, articles that are
 * not published yet are left out.
 * @param code digest of the program
 * @param day of the build, such as `2026-11-22`
 * @param inspected what threads have found right just now, where they were asked: it is not even read again
 */
export function check(
  code: string,
  day: string,
  inspected?: Inspections,
): { diagnostics: Diagnostic[]; unpublished: Unpublished } {
  if (inspected) for (const source of readSources()) source.sha256 = inspected[source.file]?.sha256 ?? source.sha256;
  const found: Inspections = {};
  const known = inspected ?? readCache<Inspections>(INSPECTIONS, code) ?? {};
  const inspect = inspectWith(known, found);
  const unpublished = unpublishedOn(day, configuredSources(editions), inspect);
  leaveOut(unpublished);
  const diagnostics = checkContent(editions, day, inspect);
  writeCache(INSPECTIONS, code, found);
  return { diagnostics, unpublished };
}

/**
 * Checks what only the text of the hosts file tells; it is parsed again only after a change.
 * @param code digest of the program
 */
export async function checkHostsFile(code: string): Promise<Diagnostic[]> {
  const sha256 = hash('sha256', readFileSync(hostsFile));
  if (readCache<{ sha256: string }>(HOSTS_FILE, code)?.sha256 === sha256) return [];
  const diagnostics = await findRepeatedFields(hostsFile);
  if (!diagnostics.length) writeCache(HOSTS_FILE, code, { sha256 });
  return diagnostics;
}

/** Looks at the texts of the hosts that a thread will build. */
export function inspectShare(thread: number): Inspections {
  const found: Inspections = {};
  const inspect = inspectWith({}, found);
  for (const source of readSources()) if (threadOf(source.scope) === thread) inspect(source);
  return found;
}
