import { hash } from 'node:crypto';

import { memoize } from '../../shared/memoize.ts';
import { articleSources, documentSource, type DocumentName, hasPage, ownsPage, pagesOf } from '../../site/content.ts';
import { siblingsOf } from '../../site/editions/configured-editions.ts';
import { type Brand, type Edition, rootOf } from '../../site/editions/editions.ts';
import { articlePath } from '../../site/editions/routes.ts';
import type { Tree } from '../../site/i18n/light-translator.ts';
import { readTranslationFile } from '../../site/i18n/translation-file.ts';
import type { Source } from '../../site/markdown/sources.ts';
import { staticFilesFingerprint } from '../../site/static-files.ts';

/**
 * Changes with every input of an edition's files.
 * @param code digest of the program
 */
export const editionFingerprint = (code: string, edition: Edition): string => contentFingerprints(code)(edition);

const contentFingerprints = memoize((code: string) =>
  memoize((edition: Edition) => {
    const texts = [...pagesOf(edition).values()].map(textFingerprint);
    const facts = [brandFingerprint(edition.brand), pagesFingerprint(edition.brand)];
    const files = [translationsFingerprint(edition.lang), staticFilesFingerprint(edition)];
    return digest([code, rootOf(edition), ...facts, ...files, ...texts]);
  }),
);

/**
 * Changes with every input of a page.
 * @param dependencies as the page tracked them when it was rendered; see `trackDependency`
 */
export const pageFingerprint = (code: string, edition: Edition, dependencies: string[]): string =>
  digest([
    code,
    editionFacts(edition),
    ...dependencies.map((dependency) => `${dependency} ${dependencyFingerprint(edition, dependency)}`),
  ]);

const editionFacts = memoize((edition: Edition) => JSON.stringify(edition));

/** Changes with one dependency of a page. */
export function dependencyFingerprint(edition: Edition, dependency: string): string {
  const known = fingerprintsOf(ownerOf(edition, dependency));
  const fingerprint = known.get(dependency) ?? computeFingerprint(edition, dependency);
  known.set(dependency, fingerprint);
  return fingerprint;
}

const fingerprintsOf = memoize((_owner: unknown) => new Map<string, string>());

/** All editions of a language share its translations, all editions of a brand its paths. */
function ownerOf(edition: Edition, dependency: string): unknown {
  if (dependency.startsWith('word')) return edition.lang;
  return dependency.startsWith('path:') ? edition.brand : edition;
}

function computeFingerprint(edition: Edition, dependency: string): string {
  const [kind = '', name = ''] = dependency.split(/:(.*)/s);
  if (kind === 'word') return translationFingerprint(edition.lang, name);
  if (kind === 'words') return translationsFingerprint(edition.lang);
  if (kind === 'hosts') return brandFingerprint(edition.brand);
  if (kind === 'text') return textFingerprint(documentSource(edition, name as DocumentName));
  if (kind === 'article') return textFingerprint(pagesOf(edition).get(articlePath(name)));
  if (kind === 'posts') return digest(articleSources(edition).map(textFingerprint));
  if (kind === 'path') {
    return siblingsOf(edition)
      .map((sibling) => `${hasPage(sibling, name)} ${ownsPage(sibling, name)}`)
      .join();
  }
  throw new Error(
    `A page depends on "${dependency}", which src/build/pages/input-fingerprints.ts does not handle. Add it there.`,
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
const textFingerprint = (source: Source | undefined): string => (source ? `${source.file} ${source.sha256}` : '');

const translationsOf = memoize((lang: string) => {
  const text = readTranslationFile(lang)!;
  return { fingerprint: hash('sha256', text), tree: JSON.parse(text) as Tree };
});

const translationsFingerprint = (lang: string): string => translationsOf(lang).fingerprint;

/** A translation with its plural forms. */
function translationFingerprint(lang: string, key: string): string {
  const path = key.split('.');
  const last = path.pop()!;
  const { tree } = translationsOf(lang);
  const parent = path.reduce<Tree | undefined>((node, name) => node?.[name] as Tree | undefined, tree);
  const forms = Object.entries(parent ?? {}).filter(([form]) => form === last || form.startsWith(`${last}_`));
  return JSON.stringify(forms);
}

const digest = (parts: string[]): string => hash('sha256', parts.join('\n')).slice(0, 32);
