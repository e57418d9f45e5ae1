import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { checkContent, checkWords, configuredSources, languagesOf } from '../check/check-content.ts';
import { unpublishedOn } from '../check/check-days.ts';
import { type Inspections, inspectWithCache } from '../check/inspect-content-file.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { editions, hostsFile } from '../site/editions/configured-editions.ts';
import { findRepeatedFields } from '../site/editions/hosts-file-errors.ts';
import { readTranslationBytes } from '../site/i18n/translation-file.ts';
import { setUnpublished, type Unpublished } from '../site/markdown/publication.ts';
import { readSources } from '../site/markdown/sources.ts';
import { readSealedCache, writeSealedCache } from './incremental/sealed-cache.ts';
import { workerOf } from './workers/work-split.ts';

const INSPECTIONS = '.cache/texts.json';
const TRANSLATIONS = '.cache/translations.json';
const HOSTS_FILE = '.cache/hosts.json';

/**
 * Checks texts and translations, without the texts that passed in the last build. Sets the unpublished articles for the pages that are
 * rendered next.
 * @param code digest of the program
 * @param day of the build, such as `2026-11-22`
 * @param inspected texts that workers of this build have checked, which are not read again
 */
export function checkContentWithCache(
  code: string,
  day: string,
  inspected?: Inspections,
): { diagnostics: Diagnostic[]; unpublished: Unpublished } {
  if (inspected) for (const source of readSources()) source.sha256 = inspected[source.file]?.sha256 ?? source.sha256;
  const found: Inspections = {};
  const known = inspected ?? readSealedCache<Inspections>(INSPECTIONS, code) ?? {};
  const inspect = inspectWithCache(known, found);
  const unpublished = unpublishedOn(day, configuredSources(editions), inspect);
  setUnpublished(unpublished);
  const diagnostics = checkContent(editions, day, inspect, () => checkWordsWithCache(code));
  writeSealedCache(INSPECTIONS, code, found);
  return { diagnostics, unpublished };
}

/**
 * Looks for repeated fields in the source of the hosts file, unless this source has passed before.
 * @param code digest of the program
 */
export async function checkHostsFile(code: string): Promise<Diagnostic[]> {
  const input = hash('sha256', readFileSync(hostsFile));
  if (hasPassed(HOSTS_FILE, code, input)) return [];
  const diagnostics = await findRepeatedFields(hostsFile);
  if (!diagnostics.length) recordPass(HOSTS_FILE, code, input);
  return diagnostics;
}

/** Inspects the texts of the hosts that a worker will build. */
export function inspectShare(worker: number): Inspections {
  const found: Inspections = {};
  const inspect = inspectWithCache({}, found);
  for (const source of readSources()) if (workerOf(source.scope) === worker) inspect(source);
  return found;
}

/** Checks translations and names of rooms, unless the same have passed before. */
function checkWordsWithCache(code: string): Diagnostic[] {
  const topics = editions.map(({ brand }) => `${brand.id} ${brand.topics.join()}`);
  const files = languagesOf(editions).map((lang) => `${lang} ${hash('sha256', readTranslationBytes(lang) ?? '')}`);
  const input = hash('sha256', [...topics, ...files].join('\n'));
  if (hasPassed(TRANSLATIONS, code, input)) return [];
  const diagnostics = checkWords(editions);
  if (!diagnostics.length) recordPass(TRANSLATIONS, code, input);
  return diagnostics;
}

/** Whether a check has passed with an input of this hash, and with no other since. */
const hasPassed = (file: string, code: string, sha256: string): boolean =>
  readSealedCache<{ sha256: string }>(file, code)?.sha256 === sha256;

const recordPass = (file: string, code: string, sha256: string): void => writeSealedCache(file, code, { sha256 });
