/** `npm run content:check [-- --accept <file>… | all]`: reports errors in texts and translations, without a build. */
import './lib/report-user-errors.ts';
import { parseArgs } from 'node:util';

import { checkContent, checkWords, configuredTexts, languagesOf, unusedFiles } from '../src/check/check-content.ts';
import { unpublishedOn } from '../src/check/check-days.ts';
import { checkSecurityTxtExpiry } from '../src/check/check-security-txt-expiry.ts';
import { inspectText } from '../src/check/inspect-content-file.ts';
import { acceptTranslations, lockFile, staleTranslations } from '../src/check/translations-lock.ts';
import { memoize } from '../src/shared/memoize.ts';
import { today } from '../src/shared/today.ts';
import { UserError, toUserError } from '../src/shared/user-error.ts';
import { editions, hostsFile } from '../src/site/editions/configured-editions.ts';
import { findRepeatedFields } from '../src/site/editions/hosts-file-errors.ts';
import { setUnpublished } from '../src/site/markdown/publication.ts';
import { readContentFolder } from '../src/site/markdown/sources.ts';

const { values, positionals } = parseArgs({
  options: { accept: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const languages = languagesOf(editions);

if (values.accept) accept(positionals);

const day = today();
const folder = readContentFolder();
const inspect = memoize(inspectText);
const unpublished = unpublishedOn(day, configuredTexts(editions, folder), inspect);
setUnpublished(unpublished);
const diagnostics = [
  ...checkContent(editions, day, folder, inspect, checkWords(editions)),
  ...(await findRepeatedFields(hostsFile)),
];
if (diagnostics.length) {
  console.error(toUserError(diagnostics).message);
  process.exitCode = 1;
} else {
  console.log(`Words and texts in ${languages.length} languages: no problems.`);
}

if (unpublished.size) {
  console.log(`\n${unpublished.size} article(s) that are not published yet:`);
  for (const [file, from] of unpublished) console.log(`  ${file}: ${from ? `from ${from} on` : 'draft'}`);
}

const unused = unusedFiles(editions, folder, unpublished);
if (unused.length)
  console.log(`\n${unused.length} file(s) that no edition shows:\n${unused.map((file) => `  ${file}`).join('\n')}`);

for (const warning of checkSecurityTxtExpiry(editions, day)) console.log(`\n${warning}`);

const stale = staleTranslations(languages);
if (stale.size) {
  console.log(`\n${stale.size} translation(s) older than their English source:`);
  for (const [file, words] of stale) console.log(`  ${[file, shorten(words)].filter(Boolean).join(': ')}`);
  console.log('Bring each up to date, then: npm run content:check -- --accept <file> (or all)');
}

function accept(files: string[]): void {
  if (!files.length)
    throw new UserError(
      '--accept needs files. Name them as the list of older translations does, or write: --accept all',
    );
  const unknown = acceptTranslations(files, languages);
  if (unknown.length)
    throw new UserError(`${unknown.join(', ')}: no translation of an English text. Name files as the list does.`);
  console.log(`Recorded in ${lockFile}.`);
}

function shorten(words: string[]): string {
  return words.length > 5 ? `${words.slice(0, 5).join(', ')} and ${words.length - 5} more` : words.join(', ');
}
