import { lineOf, nodesOf } from './mdast.ts';
import type { Source } from './sources.ts';

/** A part of a text that is translated and compared by itself. */
export interface Block {
  /** A rule, section or group is named: it has an id that all languages share. Other parts are known by their place. */
  type: 'named' | 'paragraph';
  id?: string | undefined;
  /** Markdown without the number of a rule and without the id. */
  text: string;
  /** First line, counted from 1. */
  line: number;
}

/** Names of the named blocks of documents. */
const NAMED: Record<string, string> = { rules: 'rule', privacy_policy: 'section', qa: 'group' };

/** How the named blocks of a text are called; undefined for a text without such blocks. */
export const blockNameOf = ({ kind, name }: Source): string | undefined =>
  kind === 'document' ? NAMED[name] : undefined;

/** The blocks of a text in reading order, without the front matter. */
export function blocksOf(source: Source): Block[] {
  const { text } = source;
  const name = blockNameOf(source);
  const parts = partsOf(source, name);
  return parts.map(({ type, line, start }, index) => {
    const raw = text.slice(start, parts[index + 1]?.start).trimEnd();
    if (type === 'paragraph') return { type, text: raw, line };
    const [withId, id] = ID.exec(name === 'rule' ? raw : raw.split(/[\r\n]/, 1)[0]!) ?? [];
    return { type, id, text: (withId ? raw.replace(withId, '') : raw).replace(/^\d+\. /, ''), line };
  });
}

/** Ids of the rules, sections or groups of a text, in reading order. */
export const blockIdsOf = (source: Source): string[] =>
  blockNameOf(source) ? blocksOf(source).flatMap(({ id }) => id ?? []) : [];

/** An id at the end of a rule or heading. */
const ID = /\s*\{#([a-z0-9-]+)\}\s*$/;

type Part = Pick<Block, 'type' | 'line'> & { start: number };

/** Where blocks begin. A section goes on until the next begins. */
function partsOf(source: Source, name: string | undefined): Part[] {
  const parts: Part[] = [];
  for (const node of nodesOf(source)) {
    if (node.type === 'yaml') continue;
    const isSection = name !== undefined && name !== 'rule' && node.type === 'heading' && node.depth === 2;
    const nodes = name === 'rule' && node.type === 'list' ? node.children : [node];
    const type = nodes[0] !== node || isSection ? 'named' : 'paragraph';
    // Paragraphs below the heading of a section belong to it.
    if (type === 'paragraph' && name !== 'rule' && parts.at(-1)?.type === 'named') continue;
    for (const { position } of nodes) parts.push({ type, line: lineOf(position), start: position!.start.offset! });
  }
  return parts;
}
