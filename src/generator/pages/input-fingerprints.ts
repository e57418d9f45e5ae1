import { hash } from 'node:crypto';

import { memoize } from '../../shared/memoize.ts';
import { articleSources, documentSource, type DocumentName, hasPage, ownsPage, pagesOf } from '../../site/content.ts';
import { siblingsOf } from '../../site/editions/configured-editions.ts';
import { type Brand, type Edition, rootOf } from '../../site/editions/editions.ts';
import { articlePath } from '../../site/editions/routes.ts';
import { changesInput } from '../../site/history/changes-of-document.ts';
import { changesShown } from '../../site/history/document-on-day.ts';
import { versionedDocuments } from '../../site/history/versioned-documents.ts';
import type { Tree } from '../../site/i18n/light-translator.ts';
import { readTranslationFile } from '../../site/i18n/translation-file.ts';
import type { Source } from '../../site/markdown/content-folder.ts';
import { formerAnchorsOf } from '../../site/markdown/former-anchors.ts';
import { staticFilesFingerprint } from '../../site/static-files.ts';

/**
 * Changes with every input of an edition's files.
 * @param code digest of the program
 */
export const editionFingerprint = (code: string, edition: Edition): string => contentFingerprints(code)(edition);

const contentFingerprints = memoize((code: string) =>
  memoize((edition: Edition) => {
    const texts = [...new Set(pagesOf(edition).values())].map(textFingerprint);
    const changes = versionedDocuments.map((name) => changesFingerprint(documentSource(edition, name)));
    const facts = [brandFingerprint(edition.brand), pagesFingerprint(edition.brand)];
    const files = [translationsFingerprint(edition.lang), staticFilesFingerprint(edition)];
    return digest([code, rootOf(edition), ...facts, ...files, ...texts, ...changes]);
  }),
);

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
    translationsDigest(edition.lang)(translations),
    ...others.map((dependency) => `${dependency} ${dependencyFingerprint(edition, dependency)}`),
  ]);

const factsOf = memoize((edition: Edition) => digest([JSON.stringify(edition)]));

const translationsDigest = memoize((lang: string) =>
  memoize((translations: string[]) =>
    digest(translations.map((dependency) => `${dependency} ${translationFingerprint(lang, dependency)}`)),
  ),
);

/** Changes with one dependency of a page other than a translation. */
export function dependencyFingerprint(edition: Edition, dependency: string): string {
  // All editions of a brand share its paths.
  const known = fingerprintsOf(dependency.startsWith('path:') ? edition.brand : edition);
  const fingerprint = known.get(dependency) ?? computeFingerprint(edition, dependency);
  known.set(dependency, fingerprint);
  return fingerprint;
}

const fingerprintsOf = memoize((_owner: Edition | Brand) => new Map<string, string>());

function computeFingerprint(edition: Edition, dependency: string): string {
  const [kind = '', name = ''] = dependency.split(/:(.*)/s);
  if (kind === 'hosts') return brandFingerprint(edition.brand);
  if (kind === 'text') return textFingerprint(documentSource(edition, name as DocumentName));
  if (kind === 'changes') return changesFingerprint(documentSource(edition, name as DocumentName));
  if (kind === 'article') return textFingerprint(pagesOf(edition).get(articlePath(name)));
  if (kind === 'posts') return digest(articleSources(edition).map(textFingerprint));
  if (kind === 'path') {
    return siblingsOf(edition)
      .map((sibling) => Number(hasPage(sibling, name)) + 2 * Number(ownsPage(sibling, name)))
      .join('');
  }
  throw new Error(
    `A page depends on "${dependency}", which src/generator/pages/input-fingerprints.ts does not handle. Add it there.`,
  );
}

/** The facts of all hosts of a brand. */
const brandFingerprint = memoize((brand: Brand) =>
  digest(siblingsOf({ brand }).map((edition) => JSON.stringify(edition))),
);

/** Which pages each edition of a brand has, and which of them show a text of its own. */
const pagesFingerprint = memoize((brand: Brand) =>
  digest(
    siblingsOf({ brand }).flatMap((edition) =>
      [...pagesOf(edition)].map(([path, source]) => `${path} ${source?.scope === edition.host}`),
    ),
  ),
);

/** Path and content: the path says whose text it is, which decides the canonical URL. */
const textFingerprint = (source: Source | undefined): string =>
  source ? [source.file, source.sha256, ...formerAnchorsOf(source), changesShown(source)].join(' ') : '';

const changesFingerprint = (source: Source | undefined): string => (source ? changesInput(source) : '');

const translationsOf = memoize((lang: string) => {
  const text = readTranslationFile(lang);
  return { fingerprint: hash('sha256', text), tree: JSON.parse(text) as Tree };
});

const translationsFingerprint = (lang: string): string => translationsOf(lang).fingerprint;

/** Changes with a translation and its plural forms (`word:nav.home`), or with all translations (`words`). */
export function translationFingerprint(lang: string, dependency: string): string {
  if (dependency === 'words') return translationsFingerprint(lang);
  const known = translationFingerprintsOf(lang);
  const fingerprint = known.get(dependency) ?? JSON.stringify(formsOf(lang, dependency.slice('word:'.length)));
  known.set(dependency, fingerprint);
  return fingerprint;
}

const translationFingerprintsOf = memoize((_lang: string) => new Map<string, string>());

function formsOf(lang: string, key: string): [form: string, text: Tree | string][] {
  const path = key.split('.');
  const last = key.slice(key.lastIndexOf('.') + 1);
  const { tree } = translationsOf(lang);
  const parent = path.slice(0, -1).reduce<Tree | undefined>((node, name) => node?.[name] as Tree | undefined, tree);
  return Object.entries(parent ?? {}).filter(([form]) => form === last || form.startsWith(`${last}_`));
}

const digest = (parts: string[]): string => hash('sha256', parts.join('\n')).slice(0, 32);
