import { hash } from 'node:crypto';

import { parseArticleFile, parseDocumentFile } from '../markdown/parse.ts';
import { perSource } from '../markdown/per-source.ts';
import type { Source } from '../markdown/sources.ts';
import { blocksOf, lineOf, walk } from '../markdown/tree.ts';
import type { Problem } from '../problems.ts';
import { checkText } from './check-texts.ts';

/** What can be told of a text without looking at any other. */
interface Inspection {
  problems: Problem[];
  links: Link[];
  /** Of its headings and rules. */
  ids: string[];
}

export interface Link {
  file: string;
  line: number;
  url: string;
}

export type Inspect = (source: Source) => Inspection;

/** Inspections of texts without problems, by file; each is good for the text it was made of. */
export type Inspections = Record<string, { text: string } & Pick<Inspection, 'links' | 'ids'>>;

export const inspect: Inspect = perSource((source) => {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return {
    problems: checkText(source),
    links: [...walk(blocksOf(source))].flatMap((node) =>
      node.type === 'link' || node.type === 'definition'
        ? [{ file: source.file, line: lineOf(node), url: node.url }]
        : [],
    ),
    ids: [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!),
  };
});

/**
 * Inspects only texts that are not known.
 * @param known inspections that were made before
 * @param found is given those that hold now
 */
export const inspectWith = (known: Inspections, found: Inspections): Inspect =>
  perSource((source) => {
    const text = hash('sha256', source.text);
    const old = known[source.file];
    const { problems, ...facts } = old?.text === text ? { problems: [], ...old } : inspect(source);
    if (!problems.length) found[source.file] = { ...facts, text };
    return { problems, ...facts };
  });
