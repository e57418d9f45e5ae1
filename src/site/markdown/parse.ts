import type { Code, Definition, Heading, Html, Image, ImageReference, Link } from 'mdast';
import {
  type Data,
  defineMdastPlugin,
  type HastNode,
  markdownToHast,
  markdownToHtml,
  type MdastVisitorContext,
} from 'satteri';
import type { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import type { SiteFolder, Source } from '../site-folder.ts';
import { markEmphasis, nodesWithoutMarks, removeMarks, withoutMarks } from './emphasis.ts';
import { escapeAttributes } from './escape-attributes.ts';
import { formerAnchorsOf } from './former-anchors.ts';
import {
  type ArticleFields,
  articleFields,
  type DocumentFields,
  documentFields,
} from './front-matter/front-matter-schemas.ts';
import { readFrontMatter } from './front-matter/front-matter.ts';
import { type Mark, markBlocks } from './mark-blocks.ts';
import { features, lineOf } from './mdast.ts';
import { pluginFor, textData, type TextFacts } from './text-facts.ts';

declare module 'satteri' {
  interface DataMap {
    elements: Element[];
  }
}

export interface Parsed<Fields> {
  fields: Fields;
  /** HTML with unfilled `{placeholders}`. */
  html: string;
  facts: TextFacts;
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

/** What a text shows. */
export const factsOf = (source: Source): TextFacts =>
  (source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source)).facts;

/** A node of the tree of a text. */
export type TextNode = HastNode;

/** The tree of Markdown that is a part of a text. */
export function parsePart(markdown: string): TextNode[] {
  const root = markdownToHast(markEmphasis(markdown), { features });
  return 'children' in root ? nodesWithoutMarks(root.children) : [];
}

/** The parts of a text to check; none where it cannot be decoded. */
export const elementsOf = (source: Source): Element[] => (source.diagnostics.length ? [] : markdownOf(source).elements);

function parse<Fields>(source: Source, schema: z.ZodType<Fields>): Parsed<Fields> {
  if (source.diagnostics.length)
    return { fields: undefined as Fields, html: '', facts: textData().facts, diagnostics: source.diagnostics };
  const { html, facts, frontMatter } = markdownOf(source);
  const missing = missingFrontMatter(source);
  if (missing) return { fields: undefined as Fields, html: escapeAttributes(html), facts, diagnostics: [missing] };
  return { ...readFrontMatter(source.file, frontMatter, schema), html: escapeAttributes(html), facts };
}

/** A mistake in the lines around the front matter, without which a text has none. */
function missingFrontMatter({ file, text }: Source): Diagnostic | undefined {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text))
    return {
      file,
      line: 1,
      message: 'the text has no front matter',
      hint: 'Begin it with a line ---, and end that with another',
    };
  if (!/\n---[ \t]*(?:\r?\n|$)/.test(text))
    return { file, line: 1, message: 'the front matter never ends', hint: 'Write a line --- between it and the text' };
  return undefined;
}

type RenderedMarkdown = ReturnType<typeof renderMarkdown>;

/** The text of a folder that was parsed last. The elements take more memory than the HTML, and are needed for the checks only. */
const lastOf = cachedBy((_folder: SiteFolder): { source?: Source; rendered?: RenderedMarkdown } => ({}));

function markdownOf(source: Source): RenderedMarkdown {
  const last = lastOf(source.folder);
  if (last.source !== source || !last.rendered) Object.assign(last, { source, rendered: renderMarkdown(source) });
  return required(last.rendered, 'rendered text');
}

function renderMarkdown(source: Source) {
  const elements: Element[] = [];
  const data = { ...textData(formerAnchorsOf(source)), elements };
  const rendered = toHtml(source.text, { data, mdastPlugins: [collecting], hastPlugins: [pluginFor(source)] });
  return { ...rendered, elements, facts: data.facts };
}

interface Plugins {
  data: Data;
  mdastPlugins?: (typeof collecting)[];
  hastPlugins: (ReturnType<typeof pluginFor> | typeof markBlocks)[];
}

/** HTML and front matter of a text. */
function toHtml(text: string, options: Plugins) {
  const marked = markEmphasis(text);
  const mdastPlugins = [...(marked === text ? [] : [removeMarks]), ...(options.mdastPlugins ?? [])];
  const { html, frontmatter } = markdownToHtml(marked, { ...options, features, mdastPlugins });
  return { html: withApostrophes(html), frontMatter: withoutMarks(frontmatter?.value ?? '') };
}

/** Attributes stand between double quotes. The escape has a "#", which would pass for that of a link. */
const withApostrophes = (html: string): string => html.replaceAll('&#x27;', "'");

/** HTML of a document with marks at its blocks. */
export function markedHtml(source: Source, marks: Mark[]): string {
  const data = { ...textData(formerAnchorsOf(source)), marks };
  const { html } = toHtml(source.text, { data, hastPlugins: [pluginFor(source), markBlocks] });
  return escapeAttributes(html);
}

const note = ({ data }: MdastVisitorContext, element: Element): void => void data.elements?.push(element);

const noteLink = ({ type, url, position }: Readonly<Link | Definition>, context: MdastVisitorContext): void =>
  note(context, { type, url, line: lineOf(position) });

const noteImage = ({ type, position }: Readonly<Image | ImageReference>, context: MdastVisitorContext): void =>
  note(context, { type, line: lineOf(position) });

/** Satteri prepares a plugin once, where it is the same object. */
const collecting = defineMdastPlugin({
  name: 'collect',
  options: { position: true },
  link: noteLink,
  definition: noteLink,
  html: ({ type, value, position }, context) => note(context, { type, value, line: lineOf(position) }),
  image: noteImage,
  imageReference: noteImage,
  code: ({ type, position }, context) =>
    note(context, { type, line: lineOf(position), lastLine: position?.end.line ?? lineOf(position) }),
  heading: (heading, context) => {
    const { type, depth, position } = heading;
    note(context, { type, depth, text: context.textContent(heading), line: lineOf(position) });
  },
});
