import type { Diagnostic } from '../shared/user-error.ts';
import { daysAhead, documentNames, languageOf, pagesOf, pagesOn } from '../site/content.ts';
import type { Edition } from '../site/editions/editions.ts';
import { readHistories } from '../site/history/read-history.ts';
import type { ContentFolder, Source } from '../site/markdown/content-folder.ts';
import type { Unpublished } from '../site/markdown/publication.ts';
import { readAuthorities } from '../site/moderation/authorities.ts';
import { readWordLists } from '../site/moderation/word-lists.ts';
import { checkMissing, checkStrays } from './check-authored-texts.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkDays } from './check-days.ts';
import { checkHistory } from './check-history.ts';
import { checkLinks } from './check-links.ts';
import { checkRouteFiles } from './check-route-files.ts';
import { checkStaticFiles, unusedStaticFiles } from './check-static-files.ts';
import { checkThemes } from './check-theme-files.ts';
import { checkTopics } from './check-topics.ts';
import type { Inspect } from './inspect-content-file.ts';
import { checkTranslations } from './translations/check-translations.ts';
import { unusedWordLists } from './unused-word-lists.ts';

/**
 * All errors in translations, texts, themes, static files and links.
 * @param day of the check, such as `2026-11-22`
 * @param inspect inspects a text, or reuses an earlier inspection
 * @param words errors of {@link checkWords}
 */
export function checkContent(
  editions: Edition[],
  day: string,
  folder: ContentFolder,
  inspect: Inspect,
  words: Diagnostic[],
): Diagnostic[] {
  const configured = configuredTexts(editions, folder);
  const diagnostics = [
    ...words,
    ...checkThemes(editions),
    ...checkRouteFiles(),
    ...checkMissing(editions),
    ...checkStrays(folder),
    ...configured.flatMap((source) => inspect(source).diagnostics),
    ...checkBlocks(configured, inspect),
    ...checkDays(day, configured, inspect),
    ...checkHistory(editions, day, readHistories(), configured, inspect),
    ...readAuthorities().diagnostics,
    ...readWordLists().diagnostics,
    ...checkStaticFiles(editions),
    ...checkLinks(editions, inspect),
  ];
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** All errors in translations and in the names of rooms. */
export const checkWords = (editions: Edition[]): Diagnostic[] => [
  ...checkTranslations(languagesOf(editions)),
  ...checkTopics(editions),
];

/** Texts in folders of configured editions. */
export const configuredTexts = (editions: Edition[], { texts }: ContentFolder): Source[] =>
  texts.filter(configuredFolders(editions));

/** Whether a configured edition reads the folder of a text. */
function configuredFolders(editions: Edition[]): (source: Source) => boolean {
  const folders = new Set(
    editions.flatMap((edition) =>
      ['shared', edition.brand.id, edition.host].flatMap((scope) => [
        `${scope}/${edition.lang}`,
        ...documentNames.map((name) => `${scope}/${languageOf(edition, name)}/${name}`),
      ]),
    ),
  );
  return ({ kind, scope, lang, name }) =>
    folders.has(`${scope}/${lang}`) || (kind === 'document' && folders.has(`${scope}/${lang}/${name}`));
}

/** Texts and files that no edition shows now or later: their host or language is not configured, or other texts replace them everywhere. */
export function unusedFiles(editions: Edition[], folder: ContentFolder, unpublished: Unpublished): string[] {
  const pages = editions.flatMap((edition) => [
    pagesOf(edition),
    ...daysAhead(edition).map((day) => pagesOn(edition, day)),
  ]);
  const shown = new Set(pages.flatMap((paths) => [...paths.values()].map((source) => source?.file)));
  const texts = folder.texts.map(({ file }) => file);
  return [
    ...texts.filter((file) => !shown.has(file) && !unpublished.has(file)),
    ...unusedWordLists(languagesOf(editions)),
    ...unusedStaticFiles(editions),
  ];
}

/** The languages of editions. */
export const languagesOf = (editions: Edition[]): string[] => [...new Set(editions.map(({ lang }) => lang))];
