/** `npm run content:check [-- --date 2026-11-22] [--accept <file>… | all]`: reports errors in texts and translations, without a build. */
import { parseArgs } from 'node:util';

import { diffWordsWithSpace } from 'diff';

import { unusedFiles } from '../src/check/check-content.ts';
import { missingLanguages } from '../src/check/check-history.ts';
import { checkSecurityTxtExpiry } from '../src/check/check-security-txt-expiry.ts';
import { languagesOf } from '../src/check/configured-content.ts';
import { compareTranslations } from '../src/check/translations/compare-translations.ts';
import { readTranslations, wordsLanguageOf } from '../src/check/translations/read-translations.ts';
import { translatedFiles } from '../src/check/translations/translated-files.ts';
import {
  acceptTranslations,
  lockFileOf,
  type StaleTranslation,
  staleTranslations,
} from '../src/check/translations/translations-lock.ts';
import { codeDigest } from '../src/generator/renderer/code-digest.ts';
import { checkShareNames } from '../src/generator/share-pictures/check-share-names.ts';
import { checkContentFromCache } from '../src/generator/texts/check-content-with-cache.ts';
import { outputOf } from '../src/output/folders.ts';
import { type Diagnostic, listDiagnostics, UserError, toUserError } from '../src/shared/user-error.ts';
import { findRepeatedFields } from '../src/site/editions/hosts-file-errors.ts';
import { openSite, readSiteOptions } from '../src/site/open-site.ts';
import { readTelemetry } from '../src/telemetry/settings.ts';
import { setDate } from './lib/options/set-date.ts';
import { siteArgument } from './lib/options/site-option.ts';

/** Lines about older translations. */
const MAX_LINES = 100;

/** More blocks of a new translation are a single line. */
const MAX_BLOCKS = 5;

const { values, positionals } = parseArgs({
  options: { accept: { type: 'boolean', default: false }, date: { type: 'string' } },
  allowPositionals: true,
});
setDate(values.date);
const site = await openSite(readSiteOptions(process.env));
const { editions, folder, day, hostsFile } = site;
const languages = languagesOf(editions);

if (values.accept) accept(positionals);
else if (positionals.length) throw new UserError(`Files are named behind --accept: --accept ${positionals.join(' ')}`);

const [checked, repeated] = await Promise.all([
  checkContentFromCache({ site, output: outputOf(site.root), code: codeDigest(readTelemetry(process.env)) }),
  findRepeatedFields(hostsFile),
]);
const { unpublished } = checked.site;
const diagnostics = [...checked.diagnostics, ...repeated];
const { differences, stale, failure } = compareWithSource();
if (diagnostics.length) console.error(toUserError(diagnostics).message);
if (failure) console.error(failure);
// What differs may follow from a problem.
const isRight = !diagnostics.length && !failure;
if (!isRight) process.exitCode = 1;
else {
  console.log(`Words and texts in ${languages.length} languages: no problems.`);
}

if (unpublished.size) {
  console.log(`\n${unpublished.size} article(s) that are not published yet:`);
  for (const [file, from] of unpublished) console.log(`  ${file}: ${from ? `from ${from} on` : 'draft'}`);
}

const unused = unusedFiles(checked.site);
if (unused.length)
  console.log(`\n${unused.length} file(s) that no edition shows:\n${unused.map((file) => `  ${file}`).join('\n')}`);

for (const warning of [...checkSecurityTxtExpiry(editions, day), ...(await checkShareNames(site))])
  console.log(`\n${warning}`);

if (isRight && differences.length) console.log(`\nDifferences from the source text:\n${listDiagnostics(differences)}`);

if (!isRight && (differences.length || stale.length))
  console.log('\nDifferences from the source text and older translations are listed once the problems are mended.');
else if (stale.length) {
  console.log(`\n${stale.length} translation(s) older than their source:`);
  const lines = [...Map.groupBy(stale, ({ file }) => file)].flatMap(([file, blocks]) => linesOf(file, blocks));
  for (const line of lines.slice(0, MAX_LINES)) console.log(`  ${line}`);
  if (lines.length > MAX_LINES) console.log(`  and ${lines.length - MAX_LINES} more`);
  console.log(`Bring each up to date, then: npm run content:check --${siteArgument} --accept <file, file#id or all>`);
}

/** What differs from the source texts and is older; a failure where the glossary or the record of translations cannot be read. */
function compareWithSource(): { differences: Diagnostic[]; stale: StaleTranslation[]; failure?: string } {
  const missing = missingLanguages(site);
  // Other checks have reported words in the source language that cannot be read.
  if (readTranslations(folder, wordsLanguageOf(folder)).diagnostics.length) return { differences: missing, stale: [] };
  try {
    const compared = compareTranslations(folder, translatedFiles(folder, languages));
    return { differences: [...compared, ...missing], stale: staleTranslations(folder, languages) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { differences: missing, stale: [], failure: error.message };
  }
}

function accept(files: string[]): void {
  if (!files.length)
    throw new UserError(
      '--accept needs names. Write them as the list of older translations does, or write: --accept all',
    );
  const unknown = acceptTranslations(folder, files, languages);
  if (unknown.length) throw new UserError(`${unknown.join(', ')}: no translation. Write names as the list does.`);
  console.log(`Recorded in ${lockFileOf(folder)}.`);
}

/** A line for each older block of a file, or a line for a file of which little was accepted. */
function linesOf(file: string, blocks: StaleTranslation[]): string[] {
  const isNew = blocks.length > MAX_BLOCKS && blocks.every(({ before }) => before === undefined);
  return isNew
    ? [`${file}  ${blocks.length} blocks are not accepted yet`]
    : blocks.map(({ id, before, now }) => `${file}#${id}  ${changeOf(before, now)}`);
}

/** The changed words of an original, on a line. */
function changeOf(before: string | undefined, now: string | undefined): string {
  if (before === undefined) return 'is not accepted yet';
  if (now === undefined) return 'was removed from the source text';
  return diffWordsWithSpace(before, now)
    .map(({ value, added, removed }) => (added ? `{+${value}+}` : removed ? `[-${value}-]` : shorten(value)))
    .join('')
    .replaceAll(/\s+/g, ' ');
}

/** Leaves out the middle of unchanged words. */
function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 15)}…${text.slice(-15)}` : text;
}
