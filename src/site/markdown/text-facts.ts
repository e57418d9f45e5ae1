import GithubSlugger from 'github-slugger';
import { defineHastPlugin, type HastNode, type HastVisitorContext } from 'satteri';

import { normalFragment } from './fragment.ts';

declare module 'satteri' {
  interface DataMap {
    facts: TextFacts;
    /** Anchors that rules had before they had ids, by id. */
    formerAnchors: Map<string, string>;
    slugger: GithubSlugger;
  }
}

/** What the tree of a text shows, with unfilled placeholders. */
export interface TextFacts {
  /** Ids of headings and rules, in reading order. */
  ids: string[];
  /** Targets of links. */
  links: string[];
  sections: Section[];
  rules: (RuleWords & { id: string })[];
  /** Questions of the Q&A. */
  questions: Question[];
  /** Whether it has elements with styles of their own, such as tables and code. */
  hasRareElements: boolean;
}

export interface Section {
  id: string;
  title: string;
}

/** The words of a rule, of which its title is made. */
export interface RuleWords {
  /** Its bold beginning; empty where it has none. */
  bold: string;
  text: string;
}

export interface Question {
  question: string;
  /** Plain text without links. */
  answer: string;
}

/** Input of the plugins below: facts to fill. */
export const textData = (formerAnchors: [anchor: string, id: string][] = []) => ({
  facts: { ids: [], links: [], sections: [], rules: [], questions: [], hasRareElements: false } as TextFacts,
  formerAnchors: new Map(formerAnchors.map(([anchor, id]) => [id, anchor])),
  slugger: new GithubSlugger(),
});

export type Element = Readonly<Extract<HastNode, { type: 'element' }>>;
type Data = ReturnType<typeof textData>;

const dataOf = ({ data }: HastVisitorContext): Data => data as Data;

/** Satteri prepares a plugin once, where it is the same object. */
const visitors = [
  { filter: ['h2', 'h3', 'h4', 'h5', 'h6'], visit: nameHeading },
  { filter: ['a'], visit: noteLink },
  { filter: ['table'], visit: wrapTable },
  { filter: ['th', 'td'], visit: alignCell },
  { filter: ['code', 'hr', 'del'], visit: noteRareElement },
];
const anyText = defineHastPlugin({ name: 'text', element: visitors });
const rules = defineHastPlugin({ name: 'rules', element: [...visitors, { filter: ['li'], visit: nameRule }] });
const questions = defineHastPlugin({ name: 'questions', element: visitors, after: noteQuestions });

/** The plugin that gives ids to headings and rules of a text, prepares its tables, and fills {@link textData}. */
export const pluginFor = ({ kind, name }: { kind: string; name: string }) =>
  kind === 'document' && name === 'rules' ? rules : kind === 'document' && name === 'qa' ? questions : anyText;

/** Markdown takes a placeholder at the end of a heading, as in `## About {brand}`, for an attribute. */
const PLACEHOLDERS = ['brand', 'domain', 'email'];

function nameHeading(heading: Element, context: HastVisitorContext): void {
  const { facts, slugger } = dataOf(context);
  const { tagName, properties } = heading;
  const placeholder = PLACEHOLDERS.find((name) => properties[name] === '');
  const text = context.textContent(heading);
  const title = oneLine(placeholder ? `${text} {${placeholder}}` : text);
  let id = properties.id;
  if (id === undefined) {
    // An id begins with a letter or a number, not with a hyphen in the place of a quotation mark.
    id = slugger.slug(title.normalize().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    if (placeholder) {
      context.setProperty(heading, placeholder, undefined);
      context.appendChild(heading, { type: 'text', value: ` {${placeholder}}` });
    }
  }
  id = String(id).normalize();
  if (id !== properties.id) context.setProperty(heading, 'id', id);
  facts.ids.push(id);
  if (tagName === 'h2') facts.sections.push({ id, title });
  if (tagName > 'h3') facts.hasRareElements = true;
}

function noteLink(link: Element, context: HastVisitorContext): void {
  if (link.properties.href === undefined) return;
  const href = String(link.properties.href);
  const normal = /^[/#]/.test(href) ? href.replace(/#.*%.*/, normalFragment) : href;
  if (normal !== href) context.setProperty(link, 'href', normal);
  dataOf(context).facts.links.push(normal);
}

function noteRareElement(_: Element, context: HastVisitorContext): void {
  dataOf(context).facts.hasRareElements = true;
}

/** A table scrolls on its own, also with the keyboard. */
function wrapTable(table: Element, context: HastVisitorContext): void {
  noteRareElement(table, context);
  context.wrapNode(table, {
    type: 'element',
    tagName: 'div',
    properties: { className: ['wide'], tabIndex: 0 },
    children: [],
  });
}

/** Alignment becomes a class, because the policy forbids style attributes. */
function alignCell(cell: Element, context: HastVisitorContext): void {
  const { tagName, properties } = cell;
  const [, align] = /^text-align: ?(\w+)/.exec(String(properties.style ?? '')) ?? [];
  const side = { center: 'center', right: 'end' }[align ?? ''];
  if (align) context.setProperty(cell, 'style', undefined);
  if (tagName === 'th') context.setProperty(cell, 'scope', 'col');
  if (side) context.setProperty(cell, 'className', [side]);
}

function nameRule(rule: Element, context: HastVisitorContext): void {
  const { facts, formerAnchors } = dataOf(context);
  const number = facts.rules.length + 1;
  const named = takeId(rule, context);
  const id = named?.id ?? `rule-${number}`;
  const former = formerAnchors.get(id);
  const properties = { ...(former && { id: former }), className: ['number'], href: `#${id}` };
  const link = { type: 'text' as const, value: `${number}.` };
  context.setProperty(rule, 'id', id);
  context.prependChild(rule, [
    { type: 'element', tagName: 'a', properties, children: [link] },
    { type: 'text', value: ' ' },
  ]);
  const text = context.textContent(rule);
  facts.ids.push(id);
  facts.links.push(properties.href);
  facts.rules.push({
    id,
    bold: boldBeginning(rule.children),
    text: oneLine(named ? text.slice(0, named.start) : text),
  });
}

/** Removes the id at the end of a rule. */
function takeId(rule: Element, context: HastVisitorContext): { id: string; start: number } | undefined {
  const last = lastPart(rule);
  const end = last?.type === 'element' && last.tagName === 'p' ? lastPart(last) : last;
  const [all, id] = (end?.type === 'text' && /\s*\{#([a-z0-9-]+)\}\s*$/.exec(end.value)) || [];
  if (end?.type !== 'text' || all === undefined || id === undefined) return undefined;
  context.replaceNode(end, { type: 'text', value: end.value.slice(0, -all.length) });
  const text = context.textContent(rule);
  return { id, start: text.lastIndexOf(`{#${id}}`) };
}

/** The last child that is no white space. */
const lastPart = ({ children }: Element): HastNode | undefined => children.findLast((child) => !isSpace(child));

const isSpace = (node: Readonly<HastNode>): boolean => node.type === 'text' && !node.value.trim();

/** The words of a rule. @param children of the rule, or of the root of its own text */
export const ruleWords = (children: HastNode[]): RuleWords => ({
  bold: boldBeginning(children),
  text: oneLine(children.map(textOf).join('')),
});

function boldBeginning(children: readonly HastNode[]): string {
  const first = children.find((child) => !isSpace(child));
  if (first?.type !== 'element') return '';
  if (first.tagName === 'p') return boldBeginning(first.children);
  return first.tagName === 'strong' ? oneLine(textOf(first)) : '';
}

/** Every `<h3>` of the Q&A with the content up to the next heading. */
function noteQuestions(root: Readonly<Extract<HastNode, { type: 'root' }>>, context: HastVisitorContext): void {
  const parts: Question[] = [];
  let open: Question | undefined;
  for (const child of root.children) {
    const heading = child.type === 'element' && /^h[23]$/.test(child.tagName) ? child.tagName : undefined;
    if (heading) open = undefined;
    if (heading === 'h3') parts.push((open = { question: oneLine(textOf(child)), answer: '' }));
    else if (open) open.answer += textOf(child);
  }
  dataOf(context).facts.questions = parts.map(({ question, answer }) => ({ question, answer: oneLine(answer) }));
}

/** The text of a node. */
const textOf = (node: Readonly<HastNode>): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

/** A text with single spaces. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
