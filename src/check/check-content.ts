import { basename } from 'node:path';

import type { Diagnostic } from '../shared/user-error.ts';
import { daysAhead, pagesOf, pagesOn } from '../site/content.ts';
import type { Site } from '../site/editions/editions.ts';
import { authoritiesOf } from '../site/moderation/authorities.ts';
import { ALL_LANGUAGES, wordListsOf } from '../site/moderation/word-lists.ts';
import { checkMissing, checkStrays } from './check-authored-texts.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkDays } from './check-days.ts';
import { checkHistory } from './check-history.ts';
import { checkLinks } from './check-links.ts';
import { checkRouteFiles } from './check-route-files.ts';
import { checkStaticFiles, unusedStaticFiles } from './check-static-files.ts';
import { configuredTexts, languagesOf } from './configured-content.ts';
import type { Inspect } from './inspect-content-file.ts';

/**
 * All errors in translations, looks, texts, static files and links.
 * @param inspect inspects a text, or reuses an earlier inspection
 * @param others errors in translations, names of rooms and looks
 */
export function checkContent(site: Site, inspect: Inspect, others: Diagnostic[]): Diagnostic[] {
  const { editions, folder, day } = site;
  const configured = configuredTexts(site);
  const diagnostics = [
    ...others,
    ...checkRouteFiles(),
    ...checkMissing(editions, folder.contents.strays),
    ...checkStrays(folder.contents),
    ...configured.flatMap((source) => inspect(source).diagnostics),
    ...checkBlocks(configured, inspect),
    ...checkDays(day, configured, inspect),
    ...checkHistory(site, configured, inspect),
    ...authoritiesOf(folder).diagnostics,
    ...wordListsOf(folder).diagnostics,
    ...checkStaticFiles(site),
    ...checkLinks(editions, inspect),
  ];
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** Texts and files that no edition shows now or later: their host or language is not configured, or other texts replace them everywhere. */
export function unusedFiles(site: Site): string[] {
  const { editions, folder, unpublished } = site;
  const pages = editions.flatMap((edition) => [
    pagesOf(edition),
    ...daysAhead(edition).map((day) => pagesOn(edition, day)),
  ]);
  const shown = new Set(pages.flatMap((paths) => [...paths.values()].map((source) => source?.file)));
  const texts = folder.contents.texts.map(({ file }) => file);
  const wordLists = wordListsOf(folder).digests.map(([file]) => file);
  const ofRooms = new Set([...languagesOf(editions), ALL_LANGUAGES]);
  return [
    ...texts.filter((file) => !shown.has(file) && !unpublished.has(file)),
    ...wordLists.filter((file) => !ofRooms.has(basename(file, '.yaml'))),
    ...unusedStaticFiles(site),
  ];
}
