import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

import { parseTranslations, type Translations } from '../../check/translations/read-translations.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { lineEndOf } from '../files/line-ends.ts';

/** The translations in a file of the interface; none where it is no valid JSON. */
export const readWords = (lang: string, file: string, text: string): Translations =>
  parseTranslations(lang, file, Buffer.from(text), lang).translations;

/** Sets a translation. All else keeps its bytes. */
export function withWord(text: string, key: string, value: string): string {
  const path = key.split('.');
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, path);
  if (node) return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.length,
    eol: lineEndOf(text),
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Keys of translations in their order: those of the source language, each plural with the forms of other languages. */
export function keysOf(original: Translations, others: Translations[]): string[] {
  const extra = new Set(others.flatMap((words) => [...words.keys()].filter((key) => !original.has(key))));
  const byStem = Map.groupBy(extra, (key) => key.replace(PLURAL, ''));
  const keys = [...original.keys()].flatMap((key) => {
    const more = PLURAL.test(key) ? (byStem.get(key.replace(PLURAL, '')) ?? []) : [];
    byStem.delete(key.replace(PLURAL, ''));
    return [key, ...more];
  });
  return [...keys, ...[...byStem.values()].flat()];
}

/** Whether a language has a form of a plural, so that a key belongs into its file. */
export function hasForm(folder: SiteFolder, lang: string, key: string): boolean {
  const [, form] = PLURAL.exec(key) ?? [];
  return (
    !form ||
    new Intl.PluralRules(localeOf(folder, lang))
      .resolvedOptions()
      .pluralCategories.includes(form as Intl.LDMLPluralRule)
  );
}

/** Words in the source language with the plural forms of another language. */
export function withFormsOf(folder: SiteFolder, lang: string, original: string): string {
  const words = readWords(lang, lang, original);
  const forms = new Intl.PluralRules(localeOf(folder, lang)).resolvedOptions().pluralCategories;
  const stems = new Set([...words.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')));
  let text = original;
  for (const stem of stems) {
    const other = words.get(`${stem}_other`)?.text;
    if (other === undefined) continue;
    for (const form of forms) if (!words.has(`${stem}_${form}`)) text = withWord(text, `${stem}_${form}`, other);
    for (const key of words.keys())
      if (key.replace(PLURAL, '') === stem && !hasForm(folder, lang, key))
        text = applyEdits(text, modify(text, key.split('.'), undefined, {}));
  }
  return text;
}
