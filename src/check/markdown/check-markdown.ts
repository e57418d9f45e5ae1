import { slug } from 'github-slugger';
import type { Definition, Nodes } from 'mdast';

import { findBadCharacter } from '../../shared/text/decode-text.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { plainText } from '../../site/markdown/html-text.ts';
import { lineOf, nodesOf } from '../../site/markdown/mdast.ts';
import { type Element, parsePart, type TextNode } from '../../site/markdown/parse.ts';
import type { Source } from '../../site/site-folder.ts';
import { checkVisibleMarkup } from './check-visible-markup.ts';

/** Reports Markdown that pages do not support, and texts without words. */
export function checkMarkdown(source: Source, html: string, elements: Element[]): Diagnostic[] {
  const { file } = source;
  return [
    ...checkBody(source, html),
    ...elements.flatMap((element) => checkElement(file, element)),
    ...checkLevels(file, elements),
    ...checkTasks(source, html),
    ...checkFootnotes(source),
    ...checkDefinitions(source),
    ...checkVisibleMarkup(source, html),
  ];
}

function checkBody({ file, text }: Source, html: string): Diagnostic[] {
  if (!/>[^<&\p{L}\p{N}]*[\p{L}\p{N}]/u.test(html) && !HAS_WORDS.test(plainText(html))) {
    const line = text.trimEnd().split('\n').length;
    return [{ file, line, message: 'the text has no words', hint: 'Write it below the front matter' }];
  }
  // Decoding has checked the file itself.
  const hidden = text.includes('&#') && !findBadCharacter(text) ? findBadCharacter(html) : undefined;
  if (!hidden) return [];
  const message = `an entity such as &#0; stands for ${hidden}, which cannot be shown`;
  return [{ file, line: lineOfRow(text, /&#/), message, hint: 'Remove it' }];
}

function checkElement(file: string, element: Element): Diagnostic[] {
  const { type, line } = element;
  if (type === 'html') {
    const message = `HTML is not allowed in texts: ${element.value.slice(0, 40)}`;
    return [{ file, line, message, hint: 'Write it in Markdown' }];
  }
  if (type === 'image' || type === 'imageReference')
    return [{ file, line, message: 'pictures are not allowed in texts', hint: 'Remove it or describe it in words' }];
  if (type !== 'heading') return [];
  if (element.depth === 1)
    return [{ file, line, message: 'the page has its title already', hint: 'Start headings with ##' }];
  // The id is made of the words, and would be empty for ½.
  if (!HAS_WORDS.test(slug(element.text)))
    return [{ file, line, message: 'the heading has no words', hint: 'Write some, or remove it' }];
  return [];
}

/** Screen readers navigate by headings and announce their levels. */
function checkLevels(file: string, elements: Element[]): Diagnostic[] {
  const headings = elements.filter((element) => element.type === 'heading');
  return headings.flatMap(({ depth, line }, index) => {
    const above = headings[index - 1]?.depth ?? 1;
    if (depth <= above + 1) return [];
    const message = `a heading of ${depth} # follows one of ${above}`;
    return [{ file, line, message, hint: `Start it with ${'#'.repeat(above + 1)}` }];
  });
}

/** HTML is not allowed, so every input is the box of a task list. */
function checkTasks({ file, text }: Source, html: string): Diagnostic[] {
  if (!html.includes('<input ')) return [];
  const line = lineOfRow(text, /^\s*([-+*]|\d+[.)])\s+\[[ x]\]\s/i);
  return [{ file, line, message: 'a list has boxes to tick, which no page has', hint: 'Remove the brackets [ ]' }];
}

/** Footnotes are not supported: their mark would be shown as written, or become a link. */
function checkFootnotes({ file, text }: Source): Diagnostic[] {
  if (!text.includes('[^') || !parsePart(text).some(hasFootnote)) return [];
  const line = lineOfRow(text, FOOTNOTE);
  return [{ file, line, message: 'there are no footnotes', hint: 'Write the note in the text, in brackets' }];
}

/** An address that no link refers to is shown nowhere, and so are words that look like it. */
function checkDefinitions({ file, text }: Source): Diagnostic[] {
  if (!/^ {0,3}\[[^\]\n]+\]:/m.test(text)) return [];
  const used = new Set<string>();
  const definitions: Definition[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
    if (node.type === 'definition') definitions.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  nodesOf(text).forEach(visit);
  return definitions
    .filter(({ identifier }) => !used.has(identifier))
    .map(({ position, label, identifier }) => ({
      file,
      line: lineOf(position),
      message: `the line "[${label ?? identifier}]: …" is shown nowhere`,
      hint: `Write a link as [words](/page), or refer to it as in [words][${label ?? identifier}]`,
    }));
}

const FOOTNOTE = /\[\^[^\]\s]+\]/;

/** Whether a node shows the mark of a footnote, or a link in its place. */
function hasFootnote(node: TextNode): boolean {
  if (node.type === 'text') return FOOTNOTE.test(node.value);
  if (node.type !== 'element' || node.tagName === 'code') return false;
  const [first] = node.children;
  const isLinked = node.tagName === 'a' && first?.type === 'text' && first.value.startsWith('^');
  return isLinked || node.children.some(hasFootnote);
}

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Line of the first matching row, counted from 1; 1 without a match. */
const lineOfRow = (text: string, row: RegExp): number =>
  Math.max(
    0,
    text.split('\n').findIndex((line) => row.test(line)),
  ) + 1;
