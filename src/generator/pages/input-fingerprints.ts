import { hash } from 'node:crypto';

import { cachedBy, cachedByBoth } from '../../shared/cached-by.ts';
import { articleSources, documentSource, type DocumentName, hasPage, ownsPage, pagesOf } from '../../site/content.ts';
import { type Edition, rootOf, siblingsOf } from '../../site/editions/editions.ts';
import { articlePath } from '../../site/editions/routes.ts';
import { changesInput } from '../../site/history/changes-of-document.ts';
import { changesShown } from '../../site/history/document-on-day.ts';
import { versionedDocuments } from '../../site/history/versioned-documents.ts';
import type { Tree } from '../../site/i18n/light-translator.ts';
import { readTranslationFile } from '../../site/i18n/translation-file.ts';
import { lookFingerprint, lookOf, wordmarkOf } from '../../site/looks/look.ts';
import { sharePictureOf } from '../../site/looks/share-picture.ts';
import { formerAnchorsOf } from '../../site/markdown/former-anchors.ts';
import type { SiteFolder, Source } from '../../site/site-folder.ts';
import { staticFilesFingerprint } from '../../site/static-files.ts';

/**
 * Changes with every input of an edition's files.
 * @param code digest of the program
 */
export const editionFingerprint = (code: string, edition: Edition): string => fingerprintWith(edition, code);

const fingerprintWith = cachedByBoth((edition: Edition, code: string) => {
  const { folder, day } = edition.site;
  const texts = [...new Set(pagesOf(edition).values())].map((source) => textFingerprint(source, day));
  const changes = versionedDocuments.map((name) => changesFingerprint(documentSource(edition, name), day));
  const facts = [factsOf(edition), brandFingerprint(edition), pagesOfBrand(firstOf(edition))];
  const files = [
    translationsOf(folder, edition.lang).fingerprint,
    staticFilesFingerprint(edition),
    lookFingerprint(folder, edition.brand.look),
  ];
  return digest([code, rootOf(edition), ...facts, ...files, ...texts, ...changes]);
});

/** Dependencies of a page, as it recorded them when it was rendered; see `PageView.dependencies`. */
export interface PageDependencies {
  /** Pages of a template share the list. */
  translations: string[];
  others: string[];
}

export const toPageDependencies = (tracked: string[]): PageDependencies => ({
  translations: tracked.filter(isTranslation),
  others: tracked.filter((dependency) => !isTranslation(dependency)),
});

const isTranslation = (dependency: string): boolean => dependency.startsWith('word');

/** Changes with every input of a page. */
export const pageFingerprint = (code: string, edition: Edition, { translations, others }: PageDependencies): string =>
  digest([
    code,
    factsOf(edition),
    translationsDigest(translationsOf(edition.site.folder, edition.lang), translations),
    ...others.map((dependency) => `${dependency} ${dependencyFingerprint(edition, dependency)}`),
  ]);

/** Facts of the edition, and the parts of its look that pages show. */
const factsOf = cachedBy((edition: Edition) => {
  const { site, brand } = edition;
  const { dark, light } = lookOf(site.folder, brand.look);
  return digest([
    JSON.stringify(edition),
    JSON.stringify(site.folder.languages.facts),
    dark,
    light,
    wordmarkOf(site.folder, brand.id) ?? '',
    sharePictureOf(edition).file,
  ]);
});

const translationsDigest = cachedByBoth((words: Translations, translations: string[]) =>
  digest(translations.map((dependency) => `${dependency} ${fingerprintIn(words, dependency)}`)),
);

/** Changes with one dependency of a page other than a translation. All editions of a brand share its paths. */
export const dependencyFingerprint = (edition: Edition, dependency: string): string =>
  fingerprintOf(dependency.startsWith('path:') ? firstOf(edition) : edition, dependency);

/** The edition for which facts of a brand are kept. */
const firstOf = (edition: Edition): Edition => siblingsOf(edition)[0] ?? edition;

const fingerprintOf = cachedByBoth((edition: Edition, dependency: string): string => {
  const [kind = '', name = ''] = dependency.split(/:(.*)/s);
  const { day } = edition.site;
  if (kind === 'hosts') return brandFingerprint(edition);
  if (kind === 'text') return textFingerprint(documentSource(edition, name as DocumentName), day);
  if (kind === 'changes') return changesFingerprint(documentSource(edition, name as DocumentName), day);
  if (kind === 'article') return textFingerprint(pagesOf(edition).get(articlePath(name)), day);
  if (kind === 'posts') return digest(articleSources(edition).map((source) => textFingerprint(source, day)));
  if (kind === 'path') {
    return siblingsOf(edition)
      .map((sibling) => Number(hasPage(sibling, name)) + 2 * Number(ownsPage(sibling, name)))
      .join('');
  }
  throw new Error(
    `A page depends on "${dependency}", which src/generator/pages/input-fingerprints.ts does not handle. Add it there.`,
  );
});

/** The facts of all hosts of a brand. */
const brandFingerprint = (edition: Edition): string => factsOfBrand(firstOf(edition));

const factsOfBrand = cachedBy((first: Edition) => digest(siblingsOf(first).map((edition) => JSON.stringify(edition))));

/** Which pages each edition of a brand has, and which of them show a text of its own. */
const pagesOfBrand = cachedBy((first: Edition) =>
  digest(
    siblingsOf(first).flatMap((edition) =>
      [...pagesOf(edition)].map(([path, source]) => `${path} ${source?.scope === edition.host}`),
    ),
  ),
);

/** Path and content: the path says whose text it is, which decides the canonical URL. */
const textFingerprint = (source: Source | undefined, day: string): string =>
  source ? [source.file, source.sha256, ...formerAnchorsOf(source), changesShown(source, day)].join(' ') : '';

const changesFingerprint = (source: Source | undefined, day: string): string =>
  source ? changesInput(source, day) : '';

interface Translations {
  tree: Tree;
  /** Of the file. */
  fingerprint: string;
}

const translationsOf = cachedByBoth((folder: SiteFolder, lang: string): Translations => {
  const text = readTranslationFile(folder, lang);
  return { fingerprint: hash('sha256', text), tree: JSON.parse(text) as Tree };
});

/** Changes with a translation and its plural forms (`word:nav.home`), or with all translations (`words`). */
export const translationFingerprint = ({ site: { folder }, lang }: Edition, dependency: string): string =>
  fingerprintIn(translationsOf(folder, lang), dependency);

const fingerprintIn = cachedByBoth(({ tree, fingerprint }: Translations, dependency: string): string =>
  dependency === 'words' ? fingerprint : JSON.stringify(formsOf(tree, dependency.slice('word:'.length))),
);

function formsOf(tree: Tree, key: string): [form: string, text: Tree | string][] {
  const path = key.split('.');
  const last = key.slice(key.lastIndexOf('.') + 1);
  const parent = path.slice(0, -1).reduce<Tree | undefined>((node, name) => node?.[name] as Tree | undefined, tree);
  return Object.entries(parent ?? {}).filter(([form]) => form === last || form.startsWith(`${last}_`));
}

const digest = (parts: string[]): string => hash('sha256', parts.join('\n')).slice(0, 32);
