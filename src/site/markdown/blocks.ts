import { required } from '../../shared/required.ts';
import type { Source } from '../site-folder.ts';
import { lineOf, nodesOf } from './mdast.ts';

/** A part of a text that is translated and compared by itself. */
export interface Block {
  /** A rule, section or group is named: it has an id that all languages share. Other parts are known by their place. */
  type: 'named' | 'paragraph';
  id?: string | undefined;
  /** Markdown without the number of a rule and without the id. */
  text: string;
  /** First line, counted from 1. */
  line: number;
  /** Where the block begins in the text of the source, with its number. */
  start: number;
  /** Where it ends, with its id and without the space behind it. */
  end: number;
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
    const block = { type, line, start, end: start + raw.length };
    if (type === 'paragraph') return { ...block, text: raw };
    const { number, before, id, after } = splitRaw(raw, name);
    return { ...block, id, text: raw.slice(number.length, before) + raw.slice(after) };
  });
}

/** The Markdown of a block with another text, and with its number and id. */
export function withText(source: Source, { type, start, end }: Block, text: string): string {
  if (type === 'paragraph') return text;
  const raw = source.text.slice(start, end);
  const name = blockNameOf(source);
  const { number, before, after } = splitRaw(raw, name);
  const idAt = name === 'rule' ? text.length : firstLine(text).length;
  return number + text.slice(0, idAt) + raw.slice(before, after) + text.slice(idAt);
}

/** Where the id of a named block stands: at the end of a rule, or of the heading of a section. */
function splitRaw(raw: string, name: string | undefined) {
  const [number = ''] = /^\d+\. /.exec(raw) ?? [];
  const line = name === 'rule' ? raw : firstLine(raw);
  const found = ID.exec(line);
  return { number, id: found?.[1], before: found?.index ?? line.length, after: line.length };
}

const firstLine = (text: string): string => text.replace(/[\r\n].*/s, '');

/** Ids of the rules, sections or groups of a text, in reading order. */
export const blockIdsOf = (source: Source): string[] =>
  blockNameOf(source) ? blocksOf(source).flatMap(({ id }) => id ?? []) : [];

/** An id at the end of a rule or heading. */
const ID = /\s*\{#([a-z0-9-]+)\}\s*$/;

type Part = Pick<Block, 'type' | 'line'> & { start: number };

/** Where blocks begin. A section goes on until the next begins. */
function partsOf(source: Source, name: string | undefined): Part[] {
  const parts: Part[] = [];
  for (const node of nodesOf(source.text)) {
    if (node.type === 'yaml') continue;
    const isSection = name !== undefined && name !== 'rule' && node.type === 'heading' && node.depth === 2;
    const nodes = name === 'rule' && node.type === 'list' ? node.children : [node];
    const type = nodes[0] !== node || isSection ? 'named' : 'paragraph';
    // Paragraphs below the heading of a section belong to it.
    if (type === 'paragraph' && name !== 'rule' && parts.at(-1)?.type === 'named') continue;
    for (const { position } of nodes)
      parts.push({ type, line: lineOf(position), start: required(position?.start.offset, 'place of a block') });
  }
  return parts;
}
