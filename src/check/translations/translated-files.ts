import { cachedBy } from '../../shared/cached-by.ts';
import { toUserError } from '../../shared/user-error.ts';
import { translationFile } from '../../site/i18n/translation-file.ts';
import { blocksOf } from '../../site/markdown/blocks.ts';
import { parseArticleFile, parseDocumentFile } from '../../site/markdown/parse.ts';
import type { SiteFolder, Source } from '../../site/site-folder.ts';
import { readTranslations, SOURCE, type Translations } from './read-translations.ts';

/** A file that is translated from English. */
export interface TranslatedFile {
  file: string;
  lang: string;
  /** The English original in reading order. */
  english: TranslatedBlock[];
  blocks: TranslatedBlock[];
}

/** A key of the interface, a field of the front matter, or a block of a text. */
export interface TranslatedBlock {
  /** Undefined for a paragraph, which is known by its place. */
  id?: string | undefined;
  text: string;
  /** Counted from 1. */
  line: number;
}

/**
 * All translated files: texts with an English text beside them, and the words of the interface.
 * @throws UserError where the English words cannot be read
 */
export function translatedFiles(folder: SiteFolder, languages: string[]): TranslatedFile[] {
  const { texts } = folder.contents;
  const originals = new Map(texts.filter(({ lang }) => lang === SOURCE).map((source) => [source.file, source]));
  const { diagnostics } = readTranslations(folder, SOURCE);
  if (diagnostics.length) throw toUserError(diagnostics);
  const wordsOf = (lang: string): TranslatedBlock[] => translatedWordsOf(readTranslations(folder, lang).translations);
  const english = wordsOf(SOURCE);
  return [
    ...languages
      .filter((lang) => lang !== SOURCE)
      .map((lang) => ({ file: translationFile(folder, lang), lang, english, blocks: wordsOf(lang) })),
    ...texts
      .filter(({ lang }) => lang !== SOURCE)
      .flatMap((source) => {
        const { kind, scope, name, file, lang } = source;
        const original = originals.get(folder.pathFor(kind, scope, SOURCE, name));
        return original
          ? [{ file, lang, english: translatedPartsOf(original), blocks: translatedPartsOf(source) }]
          : [];
      }),
  ];
}

/** Translations of the interface as blocks. */
export const translatedWordsOf = (translations: Translations): TranslatedBlock[] =>
  [...translations].map(([id, { text, line }]) => ({ id, text, line }));

/** The parts of a text that are translated, in reading order. */
export const translatedPartsOf = cachedBy((source: Source): TranslatedBlock[] => {
  if (source.diagnostics.length) return [];
  const { fields } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const { title, description }: { title?: string; description?: string } = fields ?? {};
  const lines = source.text.split('\n');
  return [
    ...Object.entries({ title, description }).flatMap(([id, text]) =>
      text ? [{ id, text, line: lines.findIndex((line) => line.startsWith(`${id}:`)) + 1 }] : [],
    ),
    ...blocksOf(source),
  ];
});
