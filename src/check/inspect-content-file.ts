import type { Diagnostic } from '../shared/user-error.ts';
import { blockIdsOf } from '../site/markdown/blocks.ts';
import type { ArticleFields } from '../site/markdown/front-matter/front-matter-schemas.ts';
import { elementsOf, factsOf, parseArticleFile, parseDocumentFile } from '../site/markdown/parse.ts';
import type { Source } from '../site/site-folder.ts';
import { checkText } from './check-authored-texts.ts';

/** Result of the checks of a text that need no other text. */
export interface Inspection extends TextFacts {
  diagnostics: Diagnostic[];
}

/** Facts of a text that checks of several texts need. */
export interface TextFacts {
  links: Link[];
  /** Ids of its headings and rules. */
  ids: string[];
  /** Ids of its rules, sections or groups. */
  blocks: string[];
  /** Days of the front matter; empty where the front matter is invalid. */
  days: Days;
}

type Days = { [Field in 'date' | 'updated' | 'draft']?: ArticleFields[Field] | undefined };

export interface Link {
  line: number;
  url: string;
}

export type Inspect = (source: Source) => Inspection;

/** The links of a text. */
export const linksOf = (source: Source): Link[] =>
  elementsOf(source).flatMap((element) => ('url' in element ? [{ line: element.line, url: element.url }] : []));

export function inspectText(source: Source): Inspection {
  const { fields } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  const { date, updated, draft }: Days = fields ?? {};
  return {
    diagnostics: checkText(source),
    links: linksOf(source),
    days: { date, updated, draft },
    ids: factsOf(source).ids,
    blocks: blockIdsOf(source),
  };
}
