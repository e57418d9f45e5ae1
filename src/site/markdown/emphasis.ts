import type { Code, Definition, InlineCode, Link, Text } from 'mdast';
import { defineMdastPlugin, type HastNode, type MdastVisitorContext } from 'satteri';

/** A noncharacter, which no text has, and which parsers take for a letter. */
const MARK = '\uFDD0';

/** Characters of scripts without spaces between words, and of Korean, whose particles follow a word without a space. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\u3000-\u303F\uFF01-\uFF60]/v;

/** Every character of these scripts, and others. Most texts have none of them, which this expression finds out several times as fast. */
const UNUSUAL_CHARACTER = /[\u0E00-\u0EFF\u1000-\u11FF\u1780-\u17FF\u2E80-\uDFFF\uFF01-\uFF60]/;

/** Bold words that CommonMark does not end, because a letter follows, as in `**はい。**次`. A single asterisk is the sign of a note there. */
const END = /(?<=([[\p{P}\p{S}]--[\p{Ps}\p{Pi}\\*~]]))(?:\*{2,}|~~)(?=([^\s\p{P}\p{S}]))/gv;

/** Bold words that CommonMark does not begin, because a letter stands before them, as in `次**「はい」**`. */
const BEGINNING = /(?<=([^\s\p{P}\p{S}]))(?:\*{2,}|~~)(?=([[\p{P}\p{S}]--[\p{Pe}\p{Pf}*~]]))/gv;

/**
 * Marks places of a text where emphasis begins or ends beside punctuation of a script without spaces; the parser takes a mark for a letter.
 * {@link removeMarks} removes the marks.
 * @see https://github.com/commonmark/commonmark-spec/issues/650
 */
export function markEmphasis(markdown: string): string {
  if (!/\*\*|~~/.test(markdown) || !UNUSUAL_CHARACTER.test(markdown)) return markdown;
  const isUnspaced = (before: string, after: string): boolean => UNSPACED.test(before + after);
  return markdown
    .replace(END, (run, before: string, after: string) => (isUnspaced(before, after) ? MARK + run : run))
    .replace(BEGINNING, (run, before: string, after: string) => (isUnspaced(before, after) ? run + MARK : run));
}

/** A text without the marks of {@link markEmphasis}. */
export const withoutMarks = (text: string): string => text.replaceAll(MARK, '');

const cleanNode = (node: Readonly<Text | InlineCode | Code>, context: MdastVisitorContext): void => {
  if (node.value.includes(MARK)) context.setProperty(node, 'value', withoutMarks(node.value));
};

const cleanTarget = (node: Readonly<Link | Definition>, context: MdastVisitorContext): void => {
  if (node.url.includes(MARK)) context.setProperty(node, 'url', withoutMarks(node.url));
  if (node.title?.includes(MARK)) context.setProperty(node, 'title', withoutMarks(node.title));
};

/** Removes the marks of {@link markEmphasis} before other plugins run. */
export const removeMarks = defineMdastPlugin({
  name: 'emphasis',
  link: cleanTarget,
  definition: cleanTarget,
  text: cleanNode,
  inlineCode: cleanNode,
  code: cleanNode,
});

/** Nodes without the marks of {@link markEmphasis}. */
export const nodesWithoutMarks = <Node extends HastNode>(nodes: Node[]): Node[] =>
  nodes.map((node) => {
    if (node.type === 'text') return { ...node, value: withoutMarks(node.value) };
    return node.type === 'element' ? { ...node, children: nodesWithoutMarks(node.children) } : node;
  });
