import { defineHastPlugin, type HastNode, type HastVisitorContext } from 'satteri';

import type { Element } from './text-facts.ts';

declare module 'satteri' {
  interface DataMap {
    marks: Mark[];
  }
}

/** Lines below a rule or section, or in the place of a block that the text lacks. */
export interface Mark {
  /** Id of the block. */
  id: string;
  lines: HastNode[];
  /** Whether the text lacks the block. */
  isAhead: boolean;
  /** Id of the block before it in the file. The text may lack that, too. */
  follows: string | undefined;
  /** Language of the block, where it lacks that of the text. */
  lang: string | undefined;
  /** Direction of the block, where it is not that of the text. */
  dir: 'ltr' | 'rtl' | undefined;
}

type Root = Readonly<Extract<HastNode, { type: 'root' }>>;

/** Adds {@link Mark}s to a text whose blocks have their ids. */
export const markBlocks = defineHastPlugin({ name: 'marks', before: addMarks });

function addMarks(root: Root, context: HastVisitorContext): void {
  const marks = context.data.marks ?? [];
  const items = root.children.flatMap((node) => (isElement(node) && /^[ou]l$/.test(node.tagName) ? node.children : []));
  const rules = items.filter(isElement);
  const sections = root.children.filter((node): node is Element => isElement(node) && node.tagName === 'h2');
  const isOfRules = rules.some(({ properties }) => properties.id !== undefined);
  const blocks = isOfRules ? rules : sections;
  const block = (id: string | undefined): Element | undefined => blocks.find(({ properties }) => properties.id === id);
  const partsOf = (first: Element): HastNode[] => {
    const next = isOfRules ? undefined : blocks[blocks.indexOf(first) + 1];
    const at = root.children.findIndex((node) => node === first);
    return isOfRules ? [first] : root.children.slice(at, next && root.children.findIndex((node) => node === next));
  };
  for (const { id, lines, lang, dir, isAhead } of marks) {
    const marked = isAhead ? undefined : block(id);
    if (!marked) continue;
    if (lang) for (const part of partsOf(marked)) setLanguage(part, lang, dir, context);
    if (isOfRules) context.appendChild(marked, lines);
    else context.insertAfter(marked, lines);
  }
  for (const [follows, ahead] of groupAhead(marks)) {
    const before = block(follows);
    const added = ahead.map(({ id, lines }) => announcement(isOfRules ? 'li' : 'div', id, lines));
    const next = before ? blocks[blocks.indexOf(before) + 1] : blocks[0];
    const lineEnd: HastNode = { type: 'text', value: '\n' };
    if (isOfRules && before) context.insertAfter(before, [...added, ...added.map(() => lineEnd)]);
    else {
      const nodes = isOfRules ? [...added, ...added.map(() => lineEnd)] : added.flatMap((node) => [node, lineEnd]);
      if (next) context.insertBefore(next, nodes);
      else context.appendChild(root, [lineEnd, ...nodes.slice(0, -1)]);
    }
  }
}

/** The blocks that a text lacks, by the block of the text that stands before them. */
function groupAhead(marks: Mark[]): Map<string | undefined, Mark[]> {
  const ahead = marks.filter(({ isAhead }) => isAhead);
  const byId = new Map(ahead.map((mark) => [mark.id, mark]));
  const before = ({ follows }: Mark): string | undefined => {
    const other = byId.get(follows ?? '');
    return other ? before(other) : follows;
  };
  return Map.groupBy(ahead, before);
}

const announcement = (tagName: 'li' | 'div', id: string, children: HastNode[]): HastNode => ({
  type: 'element',
  tagName,
  properties: { className: ['coming'], id },
  children: children as Element['children'],
});

/** Elements of text, which screen readers read in their language. */
const SPOKEN = /^(?:li|h[2-6]|p|ul|ol|blockquote|div)$/;

function setLanguage(node: HastNode, lang: string, dir: Mark['dir'], context: HastVisitorContext): void {
  if (!isElement(node)) return;
  if (SPOKEN.test(node.tagName)) {
    context.setProperty(node, 'lang', lang);
    if (dir) context.setProperty(node, 'dir', dir);
  }
  for (const child of node.children) setLanguage(child, lang, dir, context);
}

const isElement = (node: Readonly<HastNode>): node is Element => node.type === 'element';
