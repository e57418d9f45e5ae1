import { cachedBy } from '../../shared/cached-by.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import { blocksOf } from '../markdown/blocks.ts';
import type { Source } from '../site-folder.ts';
import { titleOfVersion } from './block-titles.ts';
import { comingVersions, inLanguage, type Version, versionsOf } from './block-versions.ts';
import { historiesOf } from './read-history.ts';
import { wordDifferences } from './word-differences.ts';

/** All changes of a document with unfilled placeholders, newest first. */
export const changesOfDocument = cachedBy((source: Source) => {
  const own = ownTexts(source);
  return historiesOf(source)
    .flatMap(({ id, changes }) => {
      const versions = versionsOf(changes);
      return versions.map((version, index) => ({
        ...version,
        /** Id of the block. */
        id,
        title: titleOfVersion(source, id, version),
        note: inLanguage(version.change.note, source),
        /** HTML of the words that differ. */
        difference: differenceIn(source, id, version),
        /** Whether it is the newest change of its block. */
        isNewest: index === versions.length - 1,
        /** Whether the document has the block. */
        hasBlock: own.has(id),
      }));
    })
    .toSorted(
      (a, b) =>
        compareTexts(b.inForce, a.inForce) || compareTexts(b.change.day, a.change.day) || compareTexts(a.id, b.id),
    );
});

/** Data of the page of a document's changes: the texts, and which changes are in force. Empty for a document without changes. */
export function changesInput(source: Source, day: string): string {
  const histories = historiesOf(source);
  if (!histories.length) return '';
  const { scope, folder, sha256 } = source;
  return [
    `${folder.sourceLanguageOf(scope)} ${sha256} ${originalOf(source)?.sha256}`,
    ...histories.map((history) => `${history.file} ${history.sha256} ${comingVersions(history.changes, day).length}`),
  ].join(' ');
}

/** The difference in the language of the document. Where one of the texts lacks it, or both are the same, that in its source language. */
function differenceIn(
  source: Source,
  id: string,
  { change: { before }, after }: Version,
): ReturnType<typeof inLanguage> {
  const textsIn = (document: Source | undefined): (string | undefined)[] =>
    [before, after].map((texts) =>
      texts === 'own' ? document && ownTexts(document).get(id) : texts?.[document?.lang ?? ''],
    );
  const isWhole = ([old, now]: (string | undefined)[]): boolean =>
    (old !== undefined || !before) && (now !== undefined || !after);
  const texts = textsIn(source);
  const original = originalOf(source);
  const originals = textsIn(original);
  // A translation that has not followed yet has nothing to show.
  const isShown = isWhole(texts) && texts[0] !== texts[1];
  const foreign = !isShown && isWhole(originals) ? original?.lang : undefined;
  const [old, now] = foreign ? originals : texts;
  return { text: wordDifferences(old, now, foreign ?? source.lang), foreign };
}

const originalOf = ({ kind, scope, name, folder }: Source): Source | undefined =>
  folder.sourcesIn(kind, scope, folder.sourceLanguageOf(scope)).find((source) => source.name === name);

/** Texts of the named blocks of a document, by id. */
const ownTexts = cachedBy(
  (source: Source) => new Map(blocksOf(source).flatMap(({ id, text }) => (id ? [[id, text] as const] : []))),
);
