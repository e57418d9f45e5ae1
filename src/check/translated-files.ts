import { memoize } from '../shared/memoize.ts';
import { toUserError } from '../shared/user-error.ts';
import { translationFile } from '../site/i18n/translation-file.ts';
import { blocksOf } from '../site/markdown/blocks.ts';
import { parseArticleFile, parseDocumentFile } from '../site/markdown/parse.ts';
import { pathFor, readContentFolder, type Source } from '../site/markdown/sources.ts';
import { readTranslations, SOURCE } from './read-translations.ts';

/** A file that is translated from English. */
export interface TranslatedFile {
  file: string;
  lang: string;
  /** The English original in reading order. */
  english: EnglishBlock[];
}

/** A key of the interface, a field of the front matter, or a block of a text. */
export interface EnglishBlock {
  /** Undefined for a paragraph, which is known by its place. */
  id?: string | undefined;
  text: string;
}

/**
 * All translated files: texts with an English text beside them, and the words of the interface.
 * @throws UserError where the English words cannot be read
 */
export function translatedFiles(languages: string[]): TranslatedFile[] {
  const { texts } = readContentFolder();
  const english = new Map(texts.filter(({ lang }) => lang === SOURCE).map((source) => [source.file, source]));
  const { translations, diagnostics } = readTranslations(SOURCE);
  if (diagnostics.length) throw toUserError(diagnostics);
  const words = [...translations].map(([id, { text }]) => ({ id, text }));
  return [
    ...languages
      .filter((lang) => lang !== SOURCE)
      .map((lang) => ({ file: translationFile(lang), lang, english: words })),
    ...texts
      .filter(({ lang }) => lang !== SOURCE)
      .flatMap(({ kind, scope, name, file, lang }) => {
        const original = english.get(pathFor(kind, scope, SOURCE, name));
        return original ? [{ file, lang, english: englishBlocks(original) }] : [];
      }),
  ];
}

const englishBlocks = memoize((source: Source): EnglishBlock[] => {
  const { fields } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const { title, description }: { title?: string; description?: string } = fields ?? {};
  return [
    ...Object.entries({ title, description }).flatMap(([id, text]) => (text ? [{ id, text }] : [])),
    ...blocksOf(source),
  ];
});
