import GithubSlugger from 'github-slugger';
import type { Code, Definition, Heading, Html, Image, ImageReference, Link } from 'mdast';
import { defineMdastPlugin, markdownToHtml } from 'satteri';
import type { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { memoizeLast } from '../../shared/memoize.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import type { Source } from '../site-folder.ts';
import { escapeAttributes } from './escape-attributes.ts';
import { addFormerAnchors } from './former-anchors.ts';
import {
  type ArticleFields,
  articleFields,
  type DocumentFields,
  documentFields,
} from './front-matter/front-matter-schemas.ts';
import { readFrontMatter } from './front-matter/front-matter.ts';
import { plainText } from './html-text.ts';
import { features, lineOf } from './mdast.ts';

export interface Parsed<Fields> {
  fields: Fields;
  /** HTML with unfilled `{placeholders}`. */
  html: string;
  diagnostics: Diagnostic[];
}

/** A part of a text to check, in the order of the text. */
export type Element = { line: number } & (
  | Pick<Link | Definition, 'type' | 'url'>
  | Pick<Html, 'type' | 'value'>
  | Pick<Image | ImageReference, 'type'>
  | (Pick<Code, 'type'> & { lastLine: number })
  | (Pick<Heading, 'type' | 'depth'> & { text: string })
);

/** Parses a document. Where there are diagnostics, the fields are unreliable. */
export const parseDocumentFile = cachedBy((source: Source): Parsed<DocumentFields> => parse(source, documentFields));

/** Parses an article; see {@link parseDocumentFile}. */
export const parseArticleFile = cachedBy((source: Source): Parsed<ArticleFields> => parse(source, articleFields));

/** HTML of Markdown that is a part of a text, with unfilled placeholders. */
export const parsePart = (markdown: string): string =>
  wrapTables(escapeAttributes(markdownToHtml(markdown, { features }).html.replaceAll('&#x27;', "'")));

/** The parts of a text to check; none where it cannot be decoded. */
export const elementsOf = (source: Source): Element[] => (source.diagnostics.length ? [] : markdownOf(source).elements);

function parse<Schema extends z.ZodType>(source: Source, schema: Schema): Parsed<z.output<Schema>> {
  if (source.diagnostics.length)
    return { fields: undefined as z.output<Schema>, html: '', diagnostics: source.diagnostics };
  const { html, frontMatter } = markdownOf(source);
  return {
    ...readFrontMatter(source.file, frontMatter, schema),
    html: addFormerAnchors(source, wrapTables(addIds(escapeAttributes(html), source))),
  };
}

/** The elements take more memory than the HTML, and are needed for the checks only. */
const markdownOf = memoizeLast(({ text }: Source) => {
  elements = [];
  const { html, frontmatter } = markdownToHtml(text, { features, mdastPlugins: [collecting] });
  // Attributes stand between double quotes. The escape has a "#", which would pass for that of a link.
  return { html: html.replaceAll('&#x27;', "'"), elements, frontMatter: frontmatter?.value ?? '' };
});

/** Elements of the text that is being parsed. */
let elements: Element[] = [];

const collectLink = ({ type, url, position }: Readonly<Link | Definition>): void =>
  void elements.push({ type, url, line: lineOf(position) });

const collectImage = ({ type, position }: Readonly<Image | ImageReference>): void =>
  void elements.push({ type, line: lineOf(position) });

/** Satteri prepares a plugin once, where it is the same object. */
const collecting = defineMdastPlugin({
  name: 'collect',
  options: { position: true },
  link: collectLink,
  definition: collectLink,
  html: ({ type, value, position }) => void elements.push({ type, value, line: lineOf(position) }),
  image: collectImage,
  imageReference: collectImage,
  code: ({ type, position }) =>
    void elements.push({ type, line: lineOf(position), lastLine: position?.end.line ?? lineOf(position) }),
  heading: (heading, context) => {
    const { type, depth, position } = heading;
    elements.push({ type, depth, text: context.textContent(heading), line: lineOf(position) });
  },
});

/** Wraps tables so that they scroll on their own, also with the keyboard. Alignment becomes a class, because the policy forbids style attributes. */
const wrapTables = (html: string): string =>
  html.includes('<table>')
    ? html
        .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>')
        .replaceAll(/<(t[hd])(?: style="text-align: ?(\w+);?")?>/g, (_, tag: string, align?: string) => {
          const side = { center: 'center', right: 'end' }[align ?? ''];
          return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${side ? ` class="${side}"` : ''}>`;
        })
    : html;

/** A heading without an id. Markdown takes a placeholder at its end, as in `## About {brand}`, for an attribute. */
const HEADING = /<h([2-6])(?: (brand|domain|email)="")?>(.*?)<\/h\1>/gs;

/** Gives ids to headings and rules. */
function addIds(html: string, { kind, name }: Source): string {
  const slugger = new GithubSlugger();
  const withHeadings = html.replace(HEADING, (_, depth: string, placeholder: string | undefined, text: string) => {
    const title = placeholder ? `${text} {${placeholder}}` : text;
    // An id begins with a letter or a number, not with a hyphen in the place of a quotation mark.
    const id = slugger.slug(plainText(title).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    return `<h${depth} id="${id}">${title}</h${depth}>`;
  });
  if (kind !== 'document' || name !== 'rules') return withHeadings;
  let number = 0;
  return withHeadings.replace(
    /<li>(.*?)(?:\s*\{#([a-z0-9-]+)\})?((?:<\/p>)?\s*<\/li>)/gs,
    (_, rule: string, named: string | undefined, end: string) => {
      number += 1;
      const id = named ?? `rule-${number}`;
      return `<li id="${id}"><a class="number" href="#${id}">${number}.</a> ${rule}${end}`;
    },
  );
}
