import GithubSlugger from 'github-slugger';
import type { Code, Definition, Heading, Html, Image, ImageReference, Link } from 'mdast';
import { defineMdastPlugin, markdownToHtml } from 'satteri';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

import { memoize } from '../../shared/memoize.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { escapeAttributes } from './escape-attributes.ts';
import { type ArticleFields, articleFields, type DocumentFields, documentFields } from './front-matter-schemas.ts';
import { plainText } from './html-text.ts';
import { features, lineOf } from './mdast.ts';
import type { Source } from './sources.ts';
import { yamlReferences } from './yaml-references.ts';

export interface Parsed<Fields> {
  fields: Fields;
  /** HTML with unfilled `{placeholders}`. */
  html: string;
  elements: Element[];
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
export const parseDocumentFile = memoize((source: Source): Parsed<DocumentFields> => parse(source, documentFields));

/** Parses an article; see {@link parseDocumentFile}. */
export const parseArticleFile = memoize((source: Source): Parsed<ArticleFields> => parse(source, articleFields));

function parse<Schema extends z.ZodType>(source: Source, schema: Schema): Parsed<z.output<Schema>> {
  if (source.diagnostics.length)
    return { fields: undefined as z.output<Schema>, html: '', elements: [], diagnostics: source.diagnostics };
  const elements: Element[] = [];
  const { html, frontmatter } = markdownToHtml(source.text, { features, mdastPlugins: [collecting(elements)] });
  const { fields, diagnostics } = checkFields(source.file, frontmatter?.value ?? '', schema);
  return { fields, diagnostics, elements, html: wrapTables(addIds(escapeAttributes(html), source)) };
}

function collecting(elements: Element[]) {
  const link = ({ type, url, position }: Readonly<Link | Definition>): void =>
    void elements.push({ type, url, line: lineOf(position) });
  const image = ({ type, position }: Readonly<Image | ImageReference>): void =>
    void elements.push({ type, line: lineOf(position) });
  return defineMdastPlugin({
    name: 'collect',
    options: { position: true },
    link,
    definition: link,
    html: ({ type, value, position }) => void elements.push({ type, value, line: lineOf(position) }),
    image,
    imageReference: image,
    code: ({ type, position }) =>
      void elements.push({ type, line: lineOf(position), lastLine: position?.end.line ?? lineOf(position) }),
    heading: (heading, context) => {
      const { type, depth, position } = heading;
      elements.push({ type, depth, text: context.textContent(heading), line: lineOf(position) });
    },
  });
}

function checkFields<Schema extends z.ZodType>(
  file: string,
  yaml: string,
  schema: Schema,
): Pick<Parsed<z.output<Schema>>, 'fields' | 'diagnostics'> {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineAt = (offset = 0): number => lines.linePos(offset).line + 1;
  const lineOfField = (name: unknown): number => {
    const pair = isMap(document.contents) && document.contents.items.find(({ key }) => String(key) === String(name));
    return pair && isNode(pair.key) ? lineAt(pair.key.range?.[0]) : 1;
  };
  if (document.errors.length) {
    const diagnostics = document.errors.map(({ pos, message }) => ({
      file,
      line: lineAt(pos[0]),
      message: `the front matter is not valid YAML (${message.split('\n')[0]!.replace(/ at line.*$/, '')})`,
      hint: 'Write each field once, and a value that has a colon or quotes between double quotes',
    }));
    return { fields: undefined as z.output<Schema>, diagnostics };
  }
  if (document.contents && !isMap(document.contents)) {
    const diagnostic = {
      file,
      line: 2,
      message: 'the front matter is no list of fields',
      hint: 'Write each as name: value',
    };
    return { fields: undefined as z.output<Schema>, diagnostics: [diagnostic] };
  }
  const references = yamlReferences(document);
  if (references.length) {
    const diagnostics = references.map(({ text, offset }) => ({
      file,
      line: lineAt(offset),
      message: `the front matter has ${text}, which means something else in YAML than it says`,
      hint: 'Put the value between double quotes',
    }));
    return { fields: undefined as z.output<Schema>, diagnostics };
  }
  const result = schema.safeParse(document.toJS() ?? {});
  const diagnostics = cutOff(document).map(({ name, comment }) => ({
    file,
    line: lineOfField(name),
    message: `front matter: ${name} ends before " #${comment}", which YAML takes for a comment`,
    hint: 'Put the value between double quotes',
  }));
  const invalid = (result.error?.issues ?? []).flatMap((issue): Diagnostic[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file,
        line: lineOfField(key),
        message: `front matter has an unknown field "${key}"`,
        hint: 'Remove it',
      }));
    }
    const [message, hint = ''] = issue.message.split(/\. (?=[A-Z])/);
    return [{ file, line: lineOfField(issue.path[0]), message: `front matter: ${message}`, hint }];
  });
  return { fields: result.data as z.output<Schema>, diagnostics: [...diagnostics, ...invalid] };
}

/** Unquoted texts that YAML cuts off at a comment, as in `title: Rule #1`. A comment after a day, a number or `true` is fine. */
const cutOff = ({ contents }: Document): { name: string; comment: string }[] =>
  (isMap(contents) ? contents.items : []).flatMap(({ key, value }) =>
    isScalar(value) &&
    value.type === 'PLAIN' &&
    value.comment &&
    typeof value.value === 'string' &&
    !/^\d{4}-\d\d-\d\d$/.test(value.value)
      ? [{ name: String(key), comment: value.comment }]
      : [],
  );

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

/** Gives ids to headings and rules. */
function addIds(html: string, { kind, name }: Source): string {
  const slugger = new GithubSlugger();
  const withHeadings = html.replace(/<h([2-6])>(.*?)<\/h\1>/gs, (_, depth: string, title: string) => {
    // An id begins with a letter or a number, not with a hyphen in the place of a quotation mark.
    const id = slugger.slug(plainText(title).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    return `<h${depth} id="${id}">${title}</h${depth}>`;
  });
  if (kind !== 'document' || name !== 'rules') return withHeadings;
  let number = 0;
  return withHeadings.replace(/<li>/g, () => {
    number += 1;
    return `<li id="rule-${number}"><a class="number" href="#rule-${number}">${number}.</a> `;
  });
}
