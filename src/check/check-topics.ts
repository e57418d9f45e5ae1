import type { Diagnostic } from '../shared/user-error.ts';
import type { Site } from '../site/editions/editions.ts';
import { readTranslations, wordsLanguageOf } from './translations/read-translations.ts';

/** Reports public rooms without a name in the source language. `checkTranslations` reports missing translations of it. */
export function checkTopics({ editions, folder }: Site): Diagnostic[] {
  const { file, translations } = readTranslations(folder, wordsLanguageOf(folder));
  // `checkTranslations` reports a file that cannot be read.
  if (!translations.size) return [];
  const line = [...translations].findLast(([key]) => key.startsWith('topics.'))?.[1].line ?? 1;
  return [...new Set(editions.map(({ brand }) => brand))].flatMap(({ id, topics }) =>
    topics
      .filter((topic) => !translations.has(`topics.${topic}`))
      .map((topic) => ({
        file,
        line,
        message: `the word "topics.${topic}" is missing, the name of a room of brand ${id}`,
        hint: 'Add it in every language, or remove the topic from the brand in the hosts file',
      })),
  );
}
