import type { Node, Root, RootContent } from 'mdast';
import { type Features, markdownToMdast } from 'satteri';

/** Markdown syntax of all texts. `## Title {#id}` gives a heading an id that all languages share. */
export const features: Features = { frontmatter: true, headingAttributes: true, gfm: { footnotes: false } };

/** The top nodes of a text with their positions. */
export const nodesOf = (text: string): RootContent[] => (markdownToMdast(text, { features }) as Root).children;

/** First line of a node, counted from 1. */
export const lineOf = (position: Node['position']): number => position?.start.line ?? 1;
