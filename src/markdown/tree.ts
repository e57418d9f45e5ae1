import type { Nodes, Root, RootContent } from 'mdast';
import { markdownToMdast } from 'satteri';

import { features } from './parse.ts';
import { perSource } from './per-source.ts';

/** The blocks of a text, with the lines they stand on. */
export const blocksOf = perSource(
  (source): RootContent[] => (markdownToMdast(source.text, { features }) as Root).children,
);

/** Every node of the given ones and below them, in reading order. */
export function* walk(nodes: Nodes[]): Generator<Nodes> {
  for (const node of nodes) {
    yield node;
    if ('children' in node) yield* walk(node.children);
  }
}

/** Line of a node, counted from 1. */
export const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;
