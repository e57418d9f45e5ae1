import type { Diagnostic } from '../shared/user-error.ts';
import { idsOf } from '../site/markdown/ids.ts';
import { parseArticleFile, parseDocumentFile } from '../site/markdown/parse.ts';
import { perSource } from '../site/markdown/per-source.ts';
import type { Source } from '../site/markdown/sources.ts';
import { checkText, countBlocks } from './check-texts.ts';

/** What can be told of a text without looking at any other. */
interface Inspection {
  diagnostics: Diagnostic[];
  links: Link[];
  /** Of its headings and rules. */
  ids: string[];
  /** How many rules, sections or groups it has. */
  blocks: number;
  days: Days;
}

/** When a text is shown, and was changed; nothing of that where its front matter is not right. */
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

/** Inspections of texts without problems, by file; each is good for the text it was made of. */
export type Inspections = Record<string, { sha256: string } & Pick<Inspection, 'links' | 'ids' | 'blocks' | 'days'>>;

export const inspectText: Inspect = perSource((source) => {
  const { elements, fields } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const { date, updated, draft }: Days = fields ?? {};
  return {
    diagnostics: checkText(source),
    links: elements.flatMap((element) =>
      'url' in element ? [{ file: source.file, line: element.line, url: element.url }] : [],
    ),
    days: { date, updated, draft },
    ids: idsOf(source),
    blocks: countBlocks(source),
  };
});

/**
 * Inspects only texts that are not known.
 * @param known inspections that were made before
 * @param found is given those that hold now
 */
export const inspectWithCache = (known: Inspections, found: Inspections): Inspect =>
  perSource((source) => {
    const old = known[source.file];
    const { diagnostics, ...facts } = old?.sha256 === source.sha256 ? { diagnostics: [], ...old } : inspectText(source);
    if (!diagnostics.length) found[source.file] = { ...facts, sha256: source.sha256 };
    return { diagnostics, ...facts };
  });
