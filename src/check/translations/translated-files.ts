import { cachedBy } from '../../shared/cached-by.ts';
import { toUserError } from '../../shared/user-error.ts';
import { translationFile } from '../../site/i18n/translation-file.ts';
import { blocksOf } from '../../site/markdown/blocks.ts';
import { parseArticleFile, parseDocumentFile } from '../../site/markdown/parse.ts';
import type { SiteFolder, Source } from '../../site/site-folder.ts';
import { readTranslations, type Translations, wordsLanguageOf } from './read-translations.ts';

/** A file that is a translation. */
export interface TranslatedFile {
  file: string;
  lang: string;
  /** The text in the source language in reading order. */
  original: TranslatedBlock[];
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
 * All translated files: texts with a text in the source language beside them, and the words of the interface.
 * @throws UserError where the words in the source language cannot be read
 */
export function translatedFiles(folder: SiteFolder, languages: string[]): TranslatedFile[] {
  const { texts } = folder.contents;
  const originals = new Map(
    texts.filter(({ lang, scope }) => lang === folder.sourceLanguageOf(scope)).map((source) => [keyOf(source), source]),
  );
  const wordsLanguage = wordsLanguageOf(folder);
  const { diagnostics } = readTranslations(folder, wordsLanguage);
  if (diagnostics.length) throw toUserError(diagnostics);
  const wordsOf = (lang: string): TranslatedBlock[] => translatedWordsOf(readTranslations(folder, lang).translations);
  const words = wordsOf(wordsLanguage);
  return [
    ...languages
      .filter((lang) => lang !== wordsLanguage)
      .map((lang) => ({ file: translationFile(folder, lang), lang, original: words, blocks: wordsOf(lang) })),
    ...texts.flatMap((source) => {
      const { file, lang } = source;
      const original = originals.get(keyOf(source));
      return original && original !== source
        ? [{ file, lang, original: translatedPartsOf(original), blocks: translatedPartsOf(source) }]
        : [];
    }),
  ];
}

/** The same for a text in all its languages. */
const keyOf = ({ kind, scope, name }: Source): string => `${kind}/${scope}/${name}`;

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
