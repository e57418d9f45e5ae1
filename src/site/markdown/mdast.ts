import type { Node, Root, RootContent } from 'mdast';
import { type Features, markdownToMdast } from 'satteri';

import { perSource } from './per-source.ts';

/** How editors' Markdown is read, everywhere. `## Title {#id}` gives a heading an id that all languages share. */
export const features: Features = { frontmatter: true, headingAttributes: true, gfm: { footnotes: false } };

/** The blocks of a text, with the lines they stand on. */
export const blocksOf = perSource(
  (source): RootContent[] => (markdownToMdast(source.text, { features }) as Root).children,
);

/** Line on which a node starts, counted from 1. */
export const lineOf = (position: Node['position']): number => position?.start.line ?? 1;
