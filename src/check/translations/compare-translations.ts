import type { Diagnostic } from '../../shared/user-error.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { avoidedTerms } from './glossary.ts';
import type { TranslatedBlock, TranslatedFile } from './translated-files.ts';
import { brokenHabits } from './typography.ts';

/**
 * Differences between translations and their originals that are mistakes more often than not: links, placeholders and numbers that
 * one of the two lacks, terms of the glossary, and broken habits of the language.
 */
export const compareTranslations = (folder: SiteFolder, files: TranslatedFile[]): Diagnostic[] =>
  files.flatMap((file) => [
    ...pairsOf(file).flatMap(([original, block]) => compareBlocks(file.file, original, block)),
    ...file.blocks.flatMap(({ line, text }) => {
      const words = withoutLinks(text);
      const broken = [...avoidedTerms(folder, file.lang, words), ...brokenHabits(file.lang, words)];
      return broken.map(({ message, hint }) => ({ file: file.file, line, message, hint }));
    }),
  ]);

/** Blocks with their originals. Paragraphs have one only where both texts have as many. */
function pairsOf({ original, blocks }: TranslatedFile): [TranslatedBlock, TranslatedBlock][] {
  const byId = new Map(original.flatMap((block) => (block.id ? [[block.id, block] as const] : [])));
  const originals = original.filter(({ id }) => !id);
  const paragraphs = blocks.filter(({ id }) => !id);
  const areAlike = originals.length === paragraphs.length;
  return blocks.flatMap((block) => {
    const pair = block.id ? byId.get(block.id) : areAlike ? originals[paragraphs.indexOf(block)] : undefined;
    return pair ? [[pair, block]] : [];
  });
}

function compareBlocks(file: string, original: TranslatedBlock, block: TranslatedBlock): Diagnostic[] {
  return Object.entries(FACTS).flatMap(([name, factsOf]) => {
    const [wanted, found] = [factsOf(original.text), factsOf(block.text)];
    const [lost, added] = [without(wanted, found), without(found, wanted)];
    if (!lost.length && !added.length) return [];
    const differences = [lost.length && `lacks ${lost.join(', ')}`, added.length && `adds ${added.join(', ')}`];
    const place = block.id ? `"${block.id}"` : 'the paragraph';
    const message = `${place} ${differences.filter(Boolean).join(' and ')}`;
    return [{ file, line: block.line, message, hint: `Compare the ${name} with the source text` }];
  });
}

/** Facts that a translation shares with its original. */
const FACTS: Record<string, (text: string) => string[]> = {
  links: (text) => matches(text, /\]\(([^)]*)\)/g),
  placeholders: (text) => [...new Set(matches(withoutLinks(text), /(\{\w+\})/g))],
  // A translation groups and separates digits in its own way: 10,000 and 10 000.
  numbers: (text) => matches(withoutLinks(text).replaceAll(/(?<=\d)[.,:\s](?=\d)/g, ''), /(?<![\w{])(\d+)/g),
};

const withoutLinks = (text: string): string => text.replaceAll(/\]\([^)]*\)/g, ']');

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, match]) => match ?? []);

/** What is left of a list when each entry of another is taken out once. */
function without(list: string[], others: string[]): string[] {
  const rest = [...others];
  return list.filter((entry) => {
    const index = rest.indexOf(entry);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
