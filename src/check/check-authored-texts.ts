import { dirname } from 'node:path';

import { required } from '../shared/required.ts';
import { type Diagnostic, mistakeOf } from '../shared/user-error.ts';
import { documentNames, documentSource, hasDocument, isDocumentName, languageOf } from '../site/content.ts';
import type { Edition } from '../site/editions/editions.ts';
import { RESERVED_ARTICLE_IDS } from '../site/editions/routes.ts';
import { blockIdsOf, blockNameOf, blocksOf } from '../site/markdown/blocks.ts';
import { lineOf, nodesOf } from '../site/markdown/mdast.ts';
import { type Element, elementsOf, factsOf, parseArticleFile, parseDocumentFile } from '../site/markdown/parse.ts';
import type { Contents, Source } from '../site/site-folder.ts';
import { checkMarkdown } from './markdown/check-markdown.ts';

const PLACEHOLDERS = ['domain', 'email', 'brand'];

/** File names have at most 255 bytes, of which the longest ending takes 9 (`.html.dcz`). */
const MAX_ADDRESS_LENGTH = 200;

/** Ids of other elements of pages with a text. */
const PAGE_IDS = ['content', 'consent', 'consent-title', 'consent-settings'];

/** Reports missing documents. Every edition needs all of them, but for a Q&A that a brand lacks in its source language. */
export function checkMissing(editions: Edition[], strays: string[]): Diagnostic[] {
  // A file in the place of all documents is a stray.
  if (editions.some(({ site }) => strays.includes(site.folder.pathOf('documents')))) return [];
  const missing = editions.flatMap((edition) =>
    documentNames
      .filter((name) => hasDocument(edition, name) && !documentSource(edition, name))
      .map((name) => edition.site.folder.pathFor('document', 'shared', languageOf(edition, name), name)),
  );
  return mistakeOf([...new Set(missing)], 'the document is missing', "Write it, or a brand's or host's own").map(
    (diagnostic) => ({ ...diagnostic, cause: `documents of ${dirname(diagnostic.file)}` }),
  );
}

/** Reports files outside the folders of texts, and symbolic links. */
export const checkStrays = ({ strays, links }: Contents): Diagnostic[] => [
  ...mistakeOf(
    strays,
    'no text is looked for here',
    'Move it to <documents or blog>/<shared, brand or host>/<language>/<name>.md',
  ),
  ...checkNoLinks(links),
];

/** Reports symbolic links. */
export const checkNoLinks = (links: string[]): Diagnostic[] =>
  mistakeOf(links, 'this is a symbolic link, and links are not followed', 'Put a copy in its place');

/** Checks a text without reading others. */
export function checkText(source: Source): Diagnostic[] {
  const { diagnostics, html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  if (source.diagnostics.length) return [...checkName(source), ...diagnostics];
  const elements = elementsOf(source);
  return [
    ...checkName(source),
    ...diagnostics,
    ...checkNumbers(source),
    ...checkBraces(source, elements),
    ...checkIds(source),
    ...checkBlockIds(source),
    ...checkMarkdown(source, html, elements),
  ];
}

function checkName({ kind, name, file }: Source): Diagnostic[] {
  if (kind === 'document' && !isDocumentName(name)) {
    const hint = `Name it one of ${documentNames.join(', ')}`;
    return [{ file, line: 1, message: `no page shows a document "${name}"`, hint }];
  }
  const isAddress = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= MAX_ADDRESS_LENGTH;
  if (kind === 'article' && (RESERVED_ARTICLE_IDS.includes(name) || !isAddress)) {
    const hint = `Use up to ${MAX_ADDRESS_LENGTH} lower-case ASCII letters, digits and hyphens, and no name that servers use, such as "page" or "index"`;
    return [{ file, line: 1, message: `"${name}" cannot be an article's address`, hint }];
  }
  return [];
}

/** Reports braces that hold neither a placeholder nor an id. In code, only a word in braces counts. */
function checkBraces(source: Source, elements: Element[]): Diagnostic[] {
  const { file, text } = source;
  if (!/[{}]/.test(text)) return [];
  const blocks = elements.filter((element) => element.type === 'code');
  const isCode = (row: number): boolean => blocks.some(({ line, lastLine }) => line <= row && row <= lastLine);
  const ids = blockIdsOf(source);
  const known = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g');
  return text.split(/\r\n?|\n/).flatMap((line, index) => {
    if (!/[{}]/.test(line)) return [];
    const rest = (isCode(index + 1) ? wordsInBraces(line) : line.replaceAll(/`[^`]+`/g, wordsInBraces))
      .replace(known, '')
      .replace(/^(.*)\{#([a-z0-9-]+)\}\s*$/, (all, before: string, id: string) =>
        before.startsWith('#') || ids.includes(id) ? before : all,
      );
    const doubled = new RegExp(`\\{\\{\\s*(${PLACEHOLDERS.join('|')})\\s*\\}\\}`).exec(line);
    const strange = doubled?.[0] ?? /\{[^}]*\}?|\}/.exec(rest)?.[0];
    if (!strange) return [];
    if (doubled)
      return [{ file, line: index + 1, message: `${strange} has two braces`, hint: `Write {${doubled[1]}} in a text` }];
    const hint = `Use one of ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or end a heading or a rule with {#an-id}`;
    return [{ file, line: index + 1, message: `${strange} is no placeholder`, hint }];
  });
}

/** @example wordsInBraces('if (a) { send({email}); }') // '{email}' */
const wordsInBraces = (code: string): string => (code.match(/\{\w+\}/g) ?? []).join('');

/** Reports duplicate ids, also of other elements of the page. */
function checkIds(source: Source): Diagnostic[] {
  const { file, text } = source;
  const { ids } = factsOf(source);
  return [...new Set(ids.filter((id, index) => PAGE_IDS.includes(id) || ids.indexOf(id) !== index))].map((id) => {
    const line = text.split('\n').findLastIndex((row) => row.includes(`{#${id}}`)) + 1 || 1;
    return {
      file,
      line,
      message: `the id "${id}" is taken`,
      hint: 'Give the heading or rule another one, as in {#other}',
    };
  });
}

/** Reports rules, sections and groups without an id. */
function checkBlockIds(source: Source): Diagnostic[] {
  const name = blockNameOf(source);
  // Articles, of which there are many, are not parsed once more.
  const blocks = name ? blocksOf(source) : [];
  return blocks
    .filter(({ type, id }) => type === 'named' && !id)
    .map(({ line }) => ({
      file: source.file,
      line,
      message: `the ${name} has no id`,
      hint: 'End it with an id that all languages share, as in {#adults-only}; npm run content:migrate adds missing ids',
    }));
}

/** Reports rules without a number, and lists that begin with another number than their first rule has. Other numbers do not matter to Markdown. */
function checkNumbers(source: Source): Diagnostic[] {
  const { kind, name, file, text } = source;
  if (kind !== 'document' || name !== 'rules') return [];
  const lines = text.split(/\r\n?|\n/);
  const rules = nodesOf(text)
    .filter((node) => node.type === 'list')
    .flatMap(({ children }) => children.map((rule, index) => ({ rule, isFirst: !index })));
  const nested = rules.find(({ rule }) => rule.children.some(({ type }) => type === 'list'))?.rule;
  if (nested) {
    const message = 'a rule has a list of its own';
    return [{ file, line: lineOf(nested.position), message, hint: 'Write it as one paragraph' }];
  }
  const place = rules.findIndex(({ rule, isFirst }, index) => {
    const line = required(lines[lineOf(rule.position) - 1], 'line of a rule');
    const [, number] = /^(\d+)\. /.exec(line) ?? [];
    return !number || (isFirst && Number(number) !== index + 1);
  });
  const wrong = rules[place];
  if (!wrong) return [];
  const message = `this line should start with "${place + 1}. "`;
  return [{ file, line: lineOf(wrong.rule.position), message, hint: 'Number the rules 1., 2. …' }];
}
