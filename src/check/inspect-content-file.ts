import { memoize } from '../shared/memoize.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { anchorsOf } from '../site/markdown/anchors-of-text.ts';
import { elementsOf, parseArticleFile, parseDocumentFile } from '../site/markdown/parse.ts';
import type { Source } from '../site/markdown/sources.ts';
import { checkText, countBlocks } from './check-authored-texts.ts';

/** Result of the checks of a text that need no other text. */
interface Inspection {
  diagnostics: Diagnostic[];
  links: Link[];
  /** Ids of its headings and rules. */
  ids: string[];
  /** How many rules, sections or groups it has. */
  blocks: number;
  days: Days;
}

/** Days of the front matter; empty where the front matter is invalid. */
interface Days {
  date?: string | undefined;
  updated?: string | undefined;
  draft?: boolean | undefined;
}

export interface Link {
  file: string;
  line: number;
  url: string;
}

export type Inspect = (source: Source) => Inspection;

/** Inspections of texts without diagnostics, by file, each with the hash of its text. */
export type Inspections = Record<string, { sha256: string } & Pick<Inspection, 'links' | 'ids' | 'blocks' | 'days'>>;

export const inspectText: Inspect = memoize((source: Source) => {
  const { fields } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const { date, updated, draft }: Days = fields ?? {};
  return {
    diagnostics: checkText(source),
    links: elementsOf(source).flatMap((element) =>
      'url' in element ? [{ file: source.file, line: element.line, url: element.url }] : [],
    ),
    days: { date, updated, draft },
    ids: anchorsOf(source).ids,
    blocks: countBlocks(source),
  };
});

/**
 * Inspects texts, and reuses inspections of unchanged texts.
 * @param known inspections of earlier builds
 * @param found receives the inspections of this build
 */
export const inspectWithCache = (known: Inspections, found: Inspections): Inspect =>
  memoize((source: Source) => {
    const old = known[source.file];
    const { diagnostics, ...facts } = old?.sha256 === source.sha256 ? { diagnostics: [], ...old } : inspectText(source);
    if (!diagnostics.length) found[source.file] = { ...facts, sha256: source.sha256 };
    return { diagnostics, ...facts };
  });
