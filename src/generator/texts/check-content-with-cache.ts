import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { checkWords, configuredTexts, languagesOf } from '../../check/configured-content.ts';
import { type Inspect, inspectText, type TextFacts } from '../../check/inspect-content-file.ts';
import { programWordsDigest } from '../../check/translations/check-program-words.ts';
import { wordsLanguageOf } from '../../check/translations/read-translations.ts';
import { unpublishedOn } from '../../check/unpublished-articles.ts';
import type { Output } from '../../output/folders.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import type { Site, Unpublished } from '../../site/editions/editions.ts';
import { findRepeatedFields } from '../../site/editions/hosts-file-errors.ts';
import { historiesIn } from '../../site/history/read-history.ts';
import { reportRulesOf } from '../../site/history/report-rules.ts';
import { readTranslationBytes } from '../../site/i18n/translation-file.ts';
import { lookFingerprint, wordmarkOf } from '../../site/looks/look.ts';
import { formerAnchorsIn } from '../../site/markdown/former-anchors.ts';
import { authoritiesOf } from '../../site/moderation/authorities.ts';
import { wordListsOf } from '../../site/moderation/word-lists.ts';
import { withUnpublished } from '../../site/open-site.ts';
import type { Source } from '../../site/site-folder.ts';
import { linkedFolders, readStaticFiles, strayStaticFiles } from '../../site/static-files.ts';
import { readSealedBytes, readSealedCache, writeSealedBytes, writeSealedCache } from '../files/sealed-cache.ts';
import type { SiteBuild } from '../files/write-edition.ts';
import { afterSwap } from '../swap/after-swap-tasks.ts';
import { type CachedTexts, inspectTexts, parseText, type TextCache } from './inspect-texts.ts';

/** A check of the texts of a site. */
export interface ContentCheck extends SiteBuild {
  /** Digest of the program. */
  code: string;
}

/** First line of the cache of texts. */
interface Header {
  readAt: TextCache['readAt'];
  /** The checks of several texts that passed. */
  passed?: {
    /** See {@link sharedInput}. */
    input: string;
    /** Articles with the day of their publication; null for drafts. */
    unpublished: [file: string, day: string | null][];
  };
}

interface CheckedContent {
  diagnostics: Diagnostic[];
  /** The site without articles that are not published yet. */
  site: Site;
}

/** Checks texts and translations for a build, and writes the caches for the next check. */
export async function checkContentWithCache(check: ContentCheck): Promise<CheckedContent> {
  const { save, ...checked } = await checkContentFromCache(check, true);
  save();
  return checked;
}

/**
 * Checks texts and translations without writing. Texts that passed in the last build are not inspected again, and checks of several texts
 * are repeated only if one of their inputs changed.
 * @param keeps whether the next check may rely on checks of translations and looks that pass
 * @returns also a function that writes the cache
 */
export async function checkContentFromCache(
  check: ContentCheck,
  keeps = false,
): Promise<CheckedContent & { save: () => void }> {
  const { site } = check;
  const readAt = Date.now();
  const last = readTexts(check);
  const sources = configuredTexts(site);
  const inspected = inspectTexts(check, sources, last);
  // It may fail while the other checks still run.
  inspected.catch(() => {});
  const others = [...(await checkWordsWithCache(check, keeps)), ...(await checkLooksWithCache(check, keeps))];
  const texts = await inspected;
  const input = sharedInput(site);
  const known = last?.passed?.input === input && haveSameFacts(sources, texts, last.texts) ? last.passed : undefined;
  const inspect = inspectWith(texts);
  const unpublished: Unpublished = known
    ? new Map(known.unpublished.map(([file, appears]) => [file, appears ?? undefined]))
    : unpublishedOn(site.day, sources, inspect);
  const published = withUnpublished(site, unpublished);
  // Most builds do not need these checks, nor load their modules.
  const diagnostics = known
    ? others
    : (await import('../../check/check-content.ts')).checkContent(published, inspect, others);
  const save = (): void => {
    const passed = {
      input,
      unpublished: [...unpublished].map(([file, appears]): [string, string | null] => [file, appears ?? null]),
    };
    writeTexts(check, texts, { readAt, ...(diagnostics.length === others.length && { passed }) });
  };
  return { diagnostics, site: published, save };
}

/** The texts of the last build of this process. */
const latestOf = cachedBy((_output: Output): { known?: { code: string; texts: TextCache & Header } } => ({}));

const textsFile = ({ cache }: Output): string => `${cache}/texts`;

function readTexts({ output, code }: ContentCheck): (TextCache & Header) | undefined {
  const { known } = latestOf(output);
  if (known?.code === code) return known.texts;
  const [header, ...lines] = readSealedBytes(textsFile(output), code)?.toString().split('\n') ?? [];
  return header === undefined ? undefined : { ...(JSON.parse(header) as Header), texts: new Map(lines.map(parseText)) };
}

function writeTexts({ output, code }: ContentCheck, texts: CachedTexts, header: Header): void {
  latestOf(output).known = { code, texts: { ...header, texts } };
  afterSwap(output, () => {
    const lines = [...texts.values()].map(({ line }) => line);
    writeSealedBytes(textsFile(output), code, Buffer.from([JSON.stringify(header), ...lines].join('\n')));
  });
}

/** Digest of the inputs of checks of several texts beside the texts. Page files belong to the program, with which the cache is sealed. */
function sharedInput({ editions, folder, day }: Site): string {
  const { strays, links } = folder.contents;
  const files = [readStaticFiles(folder), linkedFolders(folder), strayStaticFiles(folder)];
  const { histories, strays: strayHistories } = historiesIn(folder);
  const changes = [histories.map(({ file, sha256 }) => [file, sha256]), strayHistories, reportRulesOf(folder)];
  const published = [authoritiesOf(folder).sha256, wordListsOf(folder).digests];
  return hash(
    'sha256',
    JSON.stringify([day, editions, strays, links, files, formerAnchorsIn(folder), changes, published]),
  );
}

/** Whether these are the texts of the last build, without errors of their own, and with the same facts. */
const haveSameFacts = (sources: Source[], texts: CachedTexts, last: CachedTexts): boolean =>
  sources.length === last.size &&
  sources.every(({ file }) => {
    const facts = texts.get(file)?.facts;
    return facts !== undefined && facts === last.get(file)?.facts;
  });

/** Uses the facts of texts without errors, and inspects the others. */
const inspectWith = (texts: CachedTexts): Inspect =>
  cachedBy((source: Source) => {
    const facts = texts.get(source.file)?.facts;
    return facts ? { ...(JSON.parse(facts) as TextFacts), diagnostics: [] } : inspectText(source);
  });

/** Looks for repeated fields in the source of the hosts file, unless this source has passed before. */
export async function checkHostsFile({ site: { hostsFile }, output, code }: ContentCheck): Promise<Diagnostic[]> {
  const input = hash('sha256', readFileSync(hostsFile));
  return unlessPassed(`${output.cache}/hosts.json`, code, input, true, () => findRepeatedFields(hostsFile));
}

/** Checks translations and names of rooms, unless the same have passed before. */
function checkWordsWithCache({ site, output, code }: ContentCheck, keeps: boolean): Promise<Diagnostic[]> {
  const { editions, folder } = site;
  const topics = editions.map(({ brand }) => `${brand.id} ${brand.topics.join()}`);
  // The first is the source language.
  const files = [wordsLanguageOf(folder), ...languagesOf(editions)].map(
    (lang) => `${lang} ${hash('sha256', readTranslationBytes(folder, lang) ?? '')}`,
  );
  const input = hash(
    'sha256',
    [JSON.stringify(folder.languages.facts), programWordsDigest(), ...topics, ...files].join('\n'),
  );
  return unlessPassed(`${output.cache}/translations.json`, code, input, keeps, () => checkWords(site));
}

/** Checks looks and drawn names, unless the same have passed before. Most checks do not need the modules that read colours and pictures. */
function checkLooksWithCache({ site, output, code }: ContentCheck, keeps: boolean): Promise<Diagnostic[]> {
  const { editions, folder } = site;
  const looks = [...new Set(editions.map(({ brand }) => brand))].map(({ id, look }) =>
    [id, look, lookFingerprint(folder, look), wordmarkOf(folder, id)].join('\n'),
  );
  const input = hash('sha256', looks.join('\n'));
  return unlessPassed(`${output.cache}/looks.json`, code, input, keeps, async () =>
    (await import('../../check/looks/check-themes.ts')).checkThemes(site),
  );
}

/**
 * Runs a check, unless it has passed with an input of this hash, and with no other since.
 * @param keeps whether the next run may rely on this one
 */
async function unlessPassed(
  file: string,
  code: string,
  sha256: string,
  keeps: boolean,
  check: () => Diagnostic[] | Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  if (readSealedCache<{ sha256: string }>(file, code)?.sha256 === sha256) return [];
  const diagnostics = await check();
  if (keeps && !diagnostics.length) writeSealedCache(file, code, { sha256 });
  return diagnostics;
}
