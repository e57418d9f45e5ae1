import { cachedBy } from '../../shared/cached-by.ts';
import type { Source } from '../../site/site-folder.ts';
import { hashOf } from '../files/disk.ts';
import { withoutMark } from '../files/line-ends.ts';
import type { TextKey } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';

/** Sources by path and hash. The same text stays the same object, by which checks remember their results. */
const knownSources = cachedBy((_workspace: Workspace) => new Map<string, Source>());

/** Drafts of an editor would fill the memory. */
const MAX_KNOWN = 3000;

/** The source that a file would be with a text. */
export function sourceOf(
  workspace: Workspace,
  { kind, scope, name }: Pick<Source, 'scope' | 'name'> & { kind: TextKey['kind'] },
  lang: string,
  file: string,
  text: string,
): Source {
  const known = knownSources(workspace);
  const sha256 = hashOf(text);
  const id = `${file} ${sha256}`;
  const found = known.get(id);
  if (found) return found;
  const made: Source = {
    kind: kind as Source['kind'],
    scope,
    lang,
    name,
    file,
    // A save opens another folder; the words stay the same.
    get folder() {
      return workspace.site.folder;
    },
    text: withoutMark(text),
    diagnostics: [],
    sha256,
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, made);
  return made;
}
