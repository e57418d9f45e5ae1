import type { Code, Delete, Emphasis, Heading, Link, Nodes, Text } from 'mdast';

import type { Diagnostic } from '../../shared/user-error.ts';
import { markEmphasis, withoutMarks } from '../../site/markdown/emphasis.ts';
import { lineOf, nodesOf } from '../../site/markdown/mdast.ts';
import type { Source } from '../../site/site-folder.ts';

interface Markup {
  /** Marks that a page shows as they are written, where Markdown does not read them. */
  pattern: RegExp;
  hint: string;
}

const LINE_START = String.raw`(?<=^|\n)[ \t]*`;

/** The beginning of a word, a bracket or a quotation. */
const BEGINNING = String.raw`[\p{L}\[\p{Ps}\p{Pi}"„]`;

/** Letters beside which a single asterisk is the sign of a note. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]`;

const MARKUP: Markup[] = [
  {
    // Letters that are left out, as in f**k, and blanks to fill in are no marks, nor are stars of notes behind numbers.
    pattern: new RegExp(
      [
        String.raw`(?<![*\p{sc=Latn}\p{sc=Cyrl}])\*{2,3}(?!\*)|(?<!\*)\*{2,3}(?![*@\p{sc=Latn}\p{sc=Cyrl}])`,
        String.raw`(?<!_)__(?!_)`,
        String.raw`(?<![\p{L}\p{N}*_\/@])[*_](?=${BEGINNING})(?!${UNSPACED})`,
        String.raw`(?<=[\p{L}.,!?…»”’"'\)\]\}])(?<!${UNSPACED})(?:\*|(?<!@\w+)_)(?![\p{L}\p{N}*_])`,
        String.raw`(?<=${UNSPACED})_|_(?=${UNSPACED})|＊＊`,
      ].join('|'),
      'gv',
    ),
    hint: 'Write **words**, with no space inside the asterisks',
  },
  { pattern: /~~/g, hint: 'Write ~~words~~, with no space inside the tildes' },
  { pattern: /`/g, hint: 'Close the code with as many ` as it begins with' },
  {
    pattern: new RegExp(
      [
        String.raw`\][a-z]?\(|\]\s\((?=[\/#]|https?:|mailto:)|[\]】]（(?=[\/#]|https?:|mailto:)|\][\/#]\(`,
        String.raw`\](?=\/\w|#[a-z]|https?:|mailto:)|\(\]|\[[^\[\]\n]*\((?=[\/#]|https?:|mailto:)`,
        String.raw`[\]\)]\[(?!\d+\])|\[\[|!\[|\[toc\]|\*\[[^\]\n]+\]:|${LINE_START}\[[^\^\]\n][^\]\n]*\]:(?=\s*[\/#])`,
      ].join('|'),
      'gi',
    ),
    hint: 'Write a link as [words](/page), with no space between the brackets nor in the address',
  },
  { pattern: new RegExp(String.raw`<(?:https?:|mailto:|\/(?=[a-z]))`, 'gi'), hint: 'Close the address with >' },
  {
    pattern: new RegExp(String.raw`:::|\[![a-z]+\]|${LINE_START}(?:!!!|\?\?\?)\s`, 'gi'),
    hint: 'Write a paragraph or a quotation: there are no boxes of notes',
  },
  {
    pattern: /(?<![\p{L}\p{N}:]):(?:[a-z][a-z\d_+\-]*|[+\-]1|100):(?![\p{L}\p{N}:])/giv,
    hint: 'Write the emoji itself',
  },
  {
    pattern:
      /==(?=[\p{L}\p{N}])|\|\|(?=[\p{L}\p{N}])|(?<![\p{L}\p{N}+])\+\+(?=\p{L})|\$\$|\^\[|(?<=[\p{L}\p{N}])\^[\p{L}\p{N}]+\^/gv,
    hint: 'Write **words** or `code`: no other marks are known',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}#{2,}(?=[\p{L}\p{N}\u00A0\u3000])`, 'gu'),
    hint: 'Put a plain space behind #',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}[\-+](?=${BEGINNING}|[\u00A0\u3000])`, 'gv'),
    hint: 'Put a plain space behind the mark of the list',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}\|.*\|[ \t]*(?=$|\n)`, 'g'),
    hint: 'Write a line such as |---|---| below the first line of the table, with as many columns',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}[^|\n]+\|[^|\n]+(?:\|[^|\n]+)*(?=\n[^|\n]+\|[^|\n]+)`, 'g'),
    hint: 'Write a line such as ---|--- below the first line of the table, with as many columns',
  },
  {
    pattern: new RegExp(String.raw`${LINE_START}\d{1,2}[.\)](?=\p{L}[^\n]*\n[ \t]*\d{1,2}[.\)] ?\p{L})`, 'gu'),
    hint: 'Put a plain space behind the number',
  },
  {
    pattern: /&(?:#x?[\da-f]+|[a-z]{2,}\d*);|&(?:#\d+|nbsp|lt|gt|quot|copy|euro|[mn]dash|hellip|shy|[lr][sd]quo)\b/gi,
    hint: 'Write the character itself',
  },
  { pattern: /\\(?=[\p{L}\n]|$)/gu, hint: 'Remove the backslash' },
];

/** Rendered text in which one of {@link MARKUP} may be. Most texts are none, and are not parsed once more. */
const SUSPECT =
  /[*`~^\\|[\]＊】]|_(?![\p{sc=Latn}\d])|(?<![\p{sc=Latn}\d])_|&lt;[hm/<]|:[-+a-z\d:][^\s"]*:|==|\+\+|\$\$|(?:!!!|\?\?\?)\s|&amp;(?:#|\w+;|nbsp|lt|gt|quot|copy|euro|[mn]dash|hellip|shy|[lr][sd]quo)|[>\s](?:##|#\p{L}|\d{1,2}[.)]\p{L}|[-+][\p{L}[\p{Ps}\p{Pi}„&<])/iu;

/** Whether a text may have marks that act where they are not meant, or lists whose mark has no plain space behind it. */
const mayBeMisread = (html: string, text: string): boolean =>
  /^[ \t>]*[-+][\u00A0\u3000]/m.test(text) ||
  html.includes('<del>') ||
  html.includes('<pre>') ||
  (html.includes('<em>') && /[\p{L}\d]\*[\p{L}\d]/u.test(text));

/** Reports marks of Markdown, and of its dialects, that a page shows as they are written, or that act where they are not meant. Code may have them. */
export function checkVisibleMarkup({ file, text }: Source, html: string): Diagnostic[] {
  if (!SUSPECT.test(html) && !mayBeMisread(html, text)) return [];
  // Offsets are those of the marked text.
  const marked = markEmphasis(text.replaceAll('\r\n', '\n'));
  const found = new Map<string, Diagnostic>();
  const report = (line: number, mark: string, hint: string): void => {
    const escaped = mark.replace(/^(.)\1*/, (run) => `\\${[...run].join('\\')}`);
    const message = `${mark} is shown on the page as it is written`;
    found.set(`${line} ${hint}`, { file, line, message, hint: `${hint}, or ${escaped} where it is meant` });
  };
  const misread = ({ position }: Delete | Emphasis | Code, message: string, hint: string): void =>
    void found.set(`${lineOf(position)} ${hint}`, { file, line: lineOf(position), message, hint });
  const sourceOf = ({ position }: Text | Link | Delete | Emphasis | Code | Heading): string =>
    marked.slice(position?.start.offset, position?.end.offset);
  const isInsideWords = ({ position, ...node }: Emphasis): boolean => {
    const inner = sourceOf({ position, ...node }).slice(1, -1);
    const [before = '', after = ''] = [marked[(position?.start.offset ?? 0) - 1], marked[position?.end.offset ?? 0]];
    return (
      /[\p{sc=Latn}\p{sc=Cyrl}\d]/u.test(before) && /^[\p{L}\d]/u.test(inner) && (/\s/.test(inner) || /\d/.test(after))
    );
  };
  const visit = (node: Nodes, isLine: boolean, before?: Nodes, after?: Nodes): void => {
    if (node.type === 'text') {
      const begin = before && before.type !== 'break' ? LETTER : isLine ? '' : OTHER;
      for (const { mark, row, hint } of marksIn(node.value, sourceOf(node), {
        begin,
        end: endOf(node, after, sourceOf),
      }))
        report(lineOf(node.position) + row, mark, hint);
    } else if (node.type === 'delete' && !sourceOf(node).startsWith('~~'))
      report(lineOf(node.position), '~', 'Write ~~words~~ to strike them out');
    else if (node.type === 'heading' && /^#+[ \t]+#+(?=\p{L})/u.test(sourceOf(node)))
      report(lineOf(node.position), '#', 'Write the number of # that the heading needs');
    else if (node.type === 'emphasis' && isInsideWords(node))
      misread(node, 'the words between two * are slanted, and both * are lost', String.raw`Write \* where it is meant`);
    else if (node.type === 'code' && isOpen(sourceOf(node)))
      misread(node, 'the code goes on to the end of the text', 'Close it with a line of ```');
    // An address in < and > is a link whose text is the address.
    else if (node.type === 'link' && !sourceOf(node).startsWith('[')) return;
    if ('children' in node)
      node.children.forEach((child, index, all) =>
        visit(child, isLine && !INLINE.has(node.type), all[index - 1], all[index + 1]),
      );
  };
  for (const node of nodesOf(marked)) visit(node, true);
  return [...found.values()];
}

/** Nodes in which no list, heading or table begins. */
const INLINE = new Set<Nodes['type']>(['heading', 'tableCell', 'strong', 'emphasis', 'delete', 'link']);

/** Whether a block of code lacks its last line. */
const isOpen = (code: string): boolean => {
  const [fence = ''] = /^(?:`{3,}|~{3,})/.exec(code) ?? [];
  return fence !== '' && !new RegExp(String.raw`\n[ \t>]*${fence}+[ \t]*$`).test(code);
};

/** The end that a text gets in place of the node behind it: the beginning of a link, and a letter for other words. */
function endOf({ value }: Text, after: Nodes | undefined, sourceOf: (link: Link) => string): string {
  if (!after || after.type === 'break') return '';
  if (after.type !== 'link') return LETTER;
  return sourceOf(after).startsWith('[') ? '[' : value.endsWith('<') ? 'https:' : LETTER;
}

const ESCAPE = /\\[!-/:-@[-`{-~]/g;

/** A character that no pattern has. */
const OTHER = '\uFFFC';

const LETTER = 'x';

/**
 * The marks of a text.
 * @param value as readers see it
 * @param source as it is written. Marks that are escaped are not marks in it
 * @param around letters before it on its line, and behind it
 */
function marksIn(value: string, source: string, { begin, end }: { begin: string; end: string }) {
  const shown = begin + value + end;
  const written = begin + source.replace(ESCAPE, OTHER + OTHER).replaceAll(/\n[ \t]*>[> \t]*/g, '\n') + end;
  return MARKUP.flatMap(({ pattern, hint }) => {
    if (shown.search(pattern) < 0) return [];
    let [row, at] = [0, 0];
    return [...written.matchAll(pattern)].flatMap(({ 0: mark, index }) => {
      row += written.slice(at, index).split('\n').length - 1;
      at = index;
      return shown.includes(mark) ? [{ mark: withoutMarks(mark.trim().replaceAll(/\s+/g, ' ')), hint, row }] : [];
    });
  });
}
