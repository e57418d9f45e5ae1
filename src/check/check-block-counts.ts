import type { Diagnostic } from '../shared/user-error.ts';
import type { Source } from '../site/markdown/sources.ts';
import type { Inspect } from './inspect-content-file.ts';

/** What the blocks of a document are called. */
const BLOCKS: Record<string, string> = {
  rules: 'rules',
  privacy_policy: 'sections (lines that start with ##)',
  qa: 'groups (lines that start with ##)',
};

/** Each text of a document has as many rules, sections or groups as the shared English text. */
export function checkBlockCounts(sources: Source[], inspect: Inspect): Diagnostic[] {
  const documents = sources.filter(({ kind, name }) => kind === 'document' && name in BLOCKS);
  const english = new Map(
    documents.filter(({ scope, lang }) => scope === 'shared' && lang === 'en').map((source) => [source.name, source]),
  );
  return documents.flatMap((source) => {
    const model = english.get(source.name);
    if (!model) return [];
    const [count, wanted] = [source, model].map((text) => inspect(text).blocks) as [number, number];
    if (count === wanted || source.diagnostics.length || model.diagnostics.length) return [];
    return [
      {
        file: source.file,
        line: source.text.trimEnd().split('\n').length,
        message: `there are ${count} ${BLOCKS[source.name]} instead of ${wanted}`,
        hint: `${count < wanted ? 'Write what is missing' : 'Remove what is too much'}: ${model.file} has ${wanted}`,
      },
    ];
  });
}
