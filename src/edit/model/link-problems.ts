import { checkLinks } from '../../check/check-links.ts';
import type { Inspect } from '../../check/inspect-content-file.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { pagesOf } from '../../site/content.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { Draft } from '../files/unsaved-files.ts';
import { sourceOf } from './draft-source.ts';
import { inspectSource } from './problems.ts';
import type { TextInLanguage } from './text-in-language.ts';

/** Dead links of texts, each in the first edition that shows it. A build checks them in all. */
export function linkProblemsOf(draft: Draft, texts: TextInLanguage[]): Diagnostic[] {
  const { workspace } = draft;
  const inspect: Inspect = (source) => {
    const text = draft.read(source.file) ?? '';
    return inspectSource(sourceOf(workspace, source, source.lang, source.file, text));
  };
  return texts.flatMap(({ file, source }) => {
    const hasLinks = source && inspectSource(source).links.length;
    const edition = hasLinks ? workspace.site.editions.find((candidate) => shows(candidate, file)) : undefined;
    return edition ? checkLinks([edition], inspect).filter((problem) => problem.file === file) : [];
  });
}

const shows = (edition: Edition, file: string): boolean =>
  [...pagesOf(edition).values()].some((source) => source?.file === file);
