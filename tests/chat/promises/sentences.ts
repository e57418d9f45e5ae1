import { readFileSync } from 'node:fs';

/** Pages that promise users and operators how long something lasts. */
export const pages = ['chat', 'accounts', 'privacy', 'moderation'] as const;

const NUMBER =
  '(?:\\d[\\d,.]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half a|quarter of an|several|each|every|first|last|following)';
const UNIT = '(?:ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?)';

/** A number or an article with a unit of time, as in `30 days`, `0.4 s` and `a week`, but not in `a second line`. */
const DURATION = new RegExp(
  `(?<![\\w-])${NUMBER}[ \\u00A0](?:to \\d+ )?${UNIT}(?![\\w-])(?! (?:factor|line|one|time)\\b)|HISTORY_DAYS`,
  'gi',
);

/** Limits of rates, which are held against `rateLimits`: something, how many at once, then one in. */
const LIMIT = /^\|.* \| (?:[\d,]+ \| [\d.]+ (?:ms|s|min|h)|none \| ?) ?\|$/;

/** Durations of a sentence. */
export const durationsIn = (sentence: string): string[] => sentence.match(DURATION) ?? [];

/** Sentences, and rows of tables, in which a page says how long something lasts; or rows with limits of rates. */
export function sentencesOf(page: (typeof pages)[number]): { promises: string[]; limits: string[] } {
  const all = blocksOf(readFileSync(`docs/${page}.md`, 'utf8'))
    .flatMap((block) => (block.startsWith('|') ? [block] : block.split(/(?<=[.:!?][*”)]*) (?=[A-Z“*`_])/)))
    .map((sentence) => sentence.replaceAll(/ +/g, ' '));
  const limits = all.filter((sentence) => LIMIT.test(sentence));
  return { promises: all.filter((each) => !LIMIT.test(each) && durationsIn(each).length > 0), limits };
}

/** Paragraphs, items of lists and rows of tables of a page, each on a line. Code is left out. */
function blocksOf(page: string): string[] {
  const blocks: string[] = [];
  for (const line of page
    .replaceAll(/^ *```[^]*?^ *```$/gm, '')
    .split('\n')
    .map((each) => each.trim())) {
    const last = blocks.at(-1);
    const isNew = !last || !line || /^(?:\||#|[-*] |\d+\. )/.test(line) || last.startsWith('|');
    if (isNew) blocks.push(line);
    else blocks[blocks.length - 1] = `${last} ${line}`;
  }
  return blocks;
}
