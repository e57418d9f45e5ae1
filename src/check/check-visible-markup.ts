import type { Delete, Link, Nodes, Text } from 'mdast';

import type { Diagnostic } from '../shared/user-error.ts';
import { markEmphasis, withoutMarks } from '../site/markdown/emphasis.ts';
import { lineOf, nodesOf } from '../site/markdown/mdast.ts';
import type { Source } from '../site/site-folder.ts';

interface Markup {
  /** Marks that a page shows as they are written, where Markdown does not read them. */
  pattern: RegExp;
  hint: string;
}

const LINE_START = String.raw`(?<=^|\n)[ \t]*`;

const MARKUP: Markup[] = [
  {
    pattern:
      /\*\*|__|(?<![\p{L}\p{N}*_\/])[*_](?=[\p{L}\p{N}])|(?<=[[\p{L}\p{N}\p{P}]--[*_\\]])[*_](?![\p{L}\p{N}*_])/gv,
    hint: 'Write **words**, with no space inside the asterisks',
  },
  { pattern: /~~/g, hint: 'Write ~~words~~, with no space inside the tildes' },
  { pattern: /`/g, hint: 'Close the code with as many ` as it begins with' },
  {
    pattern: new RegExp(
      String.raw`\][a-z]?\(|\]\s?\(?(?=[\/#]|https?:|mailto:)|\(\]|\[[^\[\]\n]*\((?=[\/#]|https?:|mailto:)|\]\[|\[\[|!\[|\)\[|\[toc\]|${LINE_START}\*?\[[^\^\]\n][^\]\n]*\]:`,
      'gi',
    ),
    hint: 'Write a link as [words](/page), with no space between the brackets nor in the address',
  },
  { pattern: /<(?:https?:|mailto:|\/)/gi, hint: 'Close the address with >' },
  {
    pattern: new RegExp(String.raw`:::|\[![a-z]+\]|${LINE_START}(?:!!!|\?\?\?)\s`, 'gi'),
    hint: 'Write a paragraph or a quotation: there are no boxes of notes',
  },
  { pattern: /(?<![\p{L}\p{N}:]):[a-z][a-z\d_+\-]*:(?![\p{L}\p{N}:])/giv, hint: 'Write the emoji itself' },
  {
    pattern: /==(?=[\p{L}\p{N}])|\|\|(?=[\p{L}\p{N}])|(?<![\p{L}\p{N}+])\+\+(?=\p{L})|\$\$|\^\[|\^[\p{L}\p{N}]+\^/gv,
    hint: 'Write **words** or `code`: no other marks are known',
  },
  { pattern: new RegExp(String.raw`${LINE_START}#+(?=[\p{L}\p{N}])`, 'gu'), hint: 'Put a space behind #' },
  {
    pattern: new RegExp(String.raw`${LINE_START}[-+](?=\p{L})`, 'gu'),
    hint: 'Put a space behind the mark of the list',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}\|.*\|[ \t]*(?=$|\n)`, 'g'),
    hint: 'Write a line such as |---|---| below the first line of the table, with as many columns',
  },
  {
    pattern: /&(?:#x?[\da-f]+|[a-z]{2,}\d*);|&(?:nbsp|lt|gt|quot|copy|[mn]dash|hellip|shy)\b/gi,
    hint: 'Write the character itself',
  },
  { pattern: /\\(?=[\p{L}\n]|$)/gu, hint: 'Remove the backslash' },
];

/** HTML in whose text one of {@link MARKUP} may be, or in which a single tilde struck words out. Most texts have none of it. */
const SUSPECT =
  /[*`~^\\|]|_(?=[^<>]*<)|[[\]]|&lt;[<hm/]|:[a-z:][^<\s]*:|==|\+\+|\$\$|!!!|\?\?\?|&amp;(?:#|\w+;|nbsp|lt|gt|quot|copy|[mn]dash|hellip|shy)|[>\n][ \t]*(?:#|[-+][<\p{L}])|<del>/iu;

/** Reports marks of Markdown, and of its dialects, that a page shows as they are written. Code may have them. */
export function checkVisibleMarkup({ file, text }: Source, html: string): Diagnostic[] {
  if (!SUSPECT.test(html)) return [];
  // Columns and offsets are those of the marked text.
  const marked = markEmphasis(text);
  const found = new Map<string, Diagnostic>();
  const report = (line: number, mark: string, hint: string): void => {
    const escaped = mark.replace(/^(.)\1*/, (run) => `\\${[...run].join('\\')}`);
    const message = `${mark} is shown on the page as it is written`;
    found.set(`${line} ${hint}`, { file, line, message, hint: `${hint}, or ${escaped} where it is meant` });
  };
  const sourceOf = ({ position }: Text | Link | Delete): string =>
    marked.slice(position?.start.offset, position?.end.offset);
  /** What stands for a node beside a text: how a link begins, and a letter for other words. */
  const besides = (node: Nodes): string =>
    node.type === 'break' ? '' : node.type === 'link' ? (/^\[|.{0,8}/.exec(sourceOf(node))?.[0] ?? '') : LETTER;
  const visit = (node: Nodes, before?: Nodes, after?: Nodes): void => {
    if (node.type === 'text') {
      const around = { before: before && besides(before) ? LETTER : '', after: after ? besides(after) : '' };
      for (const { mark, row, hint } of marksIn(node.value, sourceOf(node), around))
        report(lineOf(node.position) + row, mark, hint);
    } else if (node.type === 'delete' && !sourceOf(node).startsWith('~~'))
      report(lineOf(node.position), '~', 'Write ~~words~~ to strike them out');
    // An address in < and > is a link whose text is the address.
    else if (node.type === 'link' && !sourceOf(node).startsWith('[')) return;
    if ('children' in node) node.children.forEach((child, index, all) => visit(child, all[index - 1], all[index + 1]));
  };
  for (const node of nodesOf(marked)) visit(node);
  return [...found.values()];
}

const ESCAPE = /\\[!-/:-@[-`{-~]/g;

/** A character that no pattern has. */
const OTHER = '\uFFFC';

const LETTER = 'x';

/**
 * The marks of a text.
 * @param value as readers see it
 * @param source as it is written. Marks that are escaped are not marks in it
 * @param around what stands before it and behind it
 */
function marksIn(value: string, source: string, { before, after }: { before: string; after: string }) {
  const shown = before + value + after;
  const written = before + source.replace(ESCAPE, OTHER + OTHER).replaceAll(/\n[ \t]*>[> \t]*/g, '\n') + after;
  return MARKUP.flatMap(({ pattern, hint }) =>
    shown.search(pattern) < 0
      ? []
      : [...written.matchAll(pattern)]
          .filter(([mark]) => shown.includes(mark))
          .map(({ 0: mark, index }) => ({
            mark: withoutMarks(mark.trim()),
            hint,
            row: written.slice(0, index).split('\n').length - 1,
          })),
  );
}
