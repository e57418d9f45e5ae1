import { type ChangeObject, diffArrays } from 'diff';
import type { HastNode } from 'satteri';

import { escapeHtml } from '../../shared/text/escape-html.ts';
import { parsePart } from '../markdown/parse.ts';

/** A word, a space or a sign of a text with its format, or the end of a paragraph. */
interface Token {
  text: string;
  /** Tags around it, such as `strong`. */
  format: string[];
}

type Operation = 'same' | 'del' | 'ins';

/** End of a paragraph, heading or item. */
const BREAK = '\n';

/** Formats that a difference shows. Links are shown as text. */
const FORMATS = ['strong', 'em', 'code'];

/**
 * The words that differ between two versions of a block, as HTML with `<del>` and `<ins>`. Paragraphs without a difference are left out.
 * @param before Markdown; undefined for a block that was added
 * @param after Markdown; undefined for a block that was removed
 */
export function wordDifferences(before: string | undefined, after: string | undefined, lang: string): string {
  const [old, now] = [before, after].map((text) => tokensOf(lang, text ?? '')) as [Token[], Token[]];
  const paragraphs: { html: string; isChanged: boolean }[] = [];
  let paragraph = { html: '', isChanged: false };
  const flush = (): void => {
    if (paragraph.html.trim()) paragraphs.push({ ...paragraph, html: paragraph.html.trim() });
    paragraph = { html: '', isChanged: false };
  };
  const write = (operation: Operation, tokens: Token[]): void =>
    splitAtBreaks(tokens).forEach((part, index) => {
      if (index) flush();
      const words = operation === 'same' ? part : trimSpaces(part);
      const [first] = words;
      const start = first ? part.indexOf(first) : 0;
      // Words stand apart also where their marks are not shown.
      const isApart = operation !== 'ins' || !paragraph.html.endsWith('</del>');
      paragraph.html += words.length
        ? `${isApart ? formatted(part.slice(0, start)) : ' '}${marked(operation, words)}${formatted(part.slice(start + words.length))}`
        : formatted(part);
      paragraph.isChanged ||= operation !== 'same' && words.length > 0;
    });
  for (const { operation, tokens } of operationsOf(old, now)) write(operation, tokens);
  flush();
  return paragraphs
    .map(({ html, isChanged }) => (isChanged ? `<p>${html}</p>` : '<p>…</p>'))
    .filter((html, index, all) => html !== '<p>…</p>' || all[index - 1] !== html)
    .join('\n');
}

const marked = (operation: Operation, words: Token[]): string =>
  operation === 'same' ? formatted(words) : `<${operation}>${formatted(words)}</${operation}>`;

const trimSpaces = (tokens: Token[]): Token[] =>
  tokens.slice(
    tokens.findIndex((token) => !isSpace(token)),
    tokens.findLastIndex((token) => !isSpace(token)) + 1,
  );

interface Run {
  operation: Operation;
  tokens: Token[];
}

/** Removed words stand before the words in their place. Changed words with only a space between them are a single change. */
function operationsOf(old: Token[], now: Token[]): Run[] {
  const runs: Run[] = [];
  let [removed, added]: [Token[], Token[]] = [[], []];
  let [oldAt, nowAt] = [0, 0];
  const flush = (): void => {
    // A space at the end of both is no change.
    const shared = isSpace(removed.at(-1)) && isSpace(added.at(-1)) ? added.splice(-1) : [];
    if (shared.length) removed.pop();
    const changes: Run[] = [
      { operation: 'del', tokens: removed },
      { operation: 'ins', tokens: added },
      { operation: 'same', tokens: shared },
    ];
    runs.push(...changes.filter(({ tokens }) => tokens.length));
    [removed, added] = [[], []];
  };
  for (const part of partsOf(texts(old), texts(now))) {
    const tokens = part.removed ? old.slice(oldAt, oldAt + part.count) : now.slice(nowAt, nowAt + part.count);
    if (!part.added) oldAt += part.count;
    if (!part.removed) nowAt += part.count;
    const isBetween = tokens.every(isSpace) && (removed.length > 0 || added.length > 0);
    if (part.removed || (!part.added && isBetween)) removed = removed.concat(tokens);
    if (part.added || (!part.removed && isBetween)) added = added.concat(tokens);
    if (part.added || part.removed || isBetween) continue;
    flush();
    runs.push({ operation: 'same', tokens });
  }
  flush();
  return runs;
}

/** Words that differ at most. Finding them takes the square of their number, and so many marks help no reader. */
const MAX_DIFFERENCES = 4000;

/** Same, removed and added words. A text with too many differences is replaced as a whole. */
const partsOf = (old: string[], now: string[]): ChangeObject<string[]>[] =>
  diffArrays(old, now, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: old, count: old.length, removed: true, added: false },
    { value: now, count: now.length, removed: false, added: true },
  ];

const texts = (tokens: Token[]): string[] => tokens.map(({ text }) => text);

const isSpace = (token: Token | undefined): boolean => token !== undefined && /^[^\S\n]+$/.test(token.text);

/** Words of a text; those of some languages have no spaces between them. A placeholder is a word. */
function tokensOf(lang: string, markdown: string): Token[] {
  const segmenter = new Intl.Segmenter(lang, { granularity: 'word' });
  const wordsOf = (text: string): string[] =>
    text
      .split(/(\{\w+\})/)
      .flatMap((part) =>
        /^\{\w+\}$/.test(part) ? [part] : [...segmenter.segment(part)].map(({ segment }) => segment),
      );
  const tokensIn = (nodes: HastNode[], format: string[]): Token[] =>
    nodes.flatMap((node): Token[] => {
      if (node.type === 'text') return wordsOf(node.value.replaceAll(/\s+/g, ' ')).map((text) => ({ text, format }));
      if (node.type !== 'element') return [];
      const { tagName, children } = node;
      const tokens = tokensIn(children, FORMATS.includes(tagName) ? [...format, tagName] : format);
      return BLOCKS.test(tagName) ? [...tokens, { text: BREAK, format: [] }] : tokens;
    });
  return tokensIn(parsePart(markdown), []);
}

/** Elements that end a paragraph of the difference. */
const BLOCKS = /^(?:p|h[1-6]|li|pre|tr)$/;

/** Parts between ends of paragraphs. */
function splitAtBreaks(tokens: Token[]): Token[][] {
  let part: Token[] = [];
  const parts = [part];
  for (const token of tokens) {
    if (token.text === BREAK) parts.push((part = []));
    else part.push(token);
  }
  return parts;
}

/** HTML of words, with the tags of their formats around each run. */
function formatted(tokens: Token[]): string {
  let html = '';
  let open: string[] = [];
  const change = (format: string[]): void => {
    if (format.join() === open.join()) return;
    html +=
      open
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join('') + format.map((tag) => `<${tag}>`).join('');
    open = format;
  };
  for (const { text, format } of tokens) {
    change(format);
    html += escapeHtml(text);
  }
  change([]);
  return html;
}
