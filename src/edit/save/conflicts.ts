import { hashOf } from '../files/disk.ts';
import { fileOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import { sourceLanguageOf } from '../model/source-language.ts';
import { blockTextIn } from '../model/text-in-language.ts';
import type { Conflict, Edit } from '../protocol.ts';

/** A block on which an edit relies. */
type Touched = Pick<Conflict, 'key' | 'block' | 'lang' | 'mine'>;

/**
 * Blocks that changed on disk since the page showed them. Other changes of the same files do not matter: edits are applied to the files on
 * disk.
 * @param seen hashes of the files as the page showed them
 * @param versions texts of files by hash
 */
export function findConflicts(
  draft: Draft,
  edits: Edit[],
  seen: Record<string, string>,
  versions: ReadonlyMap<string, string>,
  languages: string[],
): Conflict[] {
  const conflicts = edits
    .flatMap((edit) => touchedBy(draft, edit, languages))
    .flatMap(({ key, block, lang, mine }): Conflict[] => {
      const file = fileOf(draft.folders, key, lang);
      const now = draft.read(file);
      const fileHash = hashOf(now ?? '');
      if (seen[file] === undefined || seen[file] === fileHash) return [];
      const known = versions.get(seen[file]);
      const base = known === undefined ? undefined : blockTextIn(draft.as(file, known), key, lang, block);
      const theirs = blockTextIn(draft, key, lang, block);
      if (known !== undefined && base === theirs) return [];
      return [{ key, block, lang, file, base, theirs, mine, fileHash }];
    });
  // A text that is written and accepted is asked for once.
  const written = conflicts.filter(({ mine }) => mine !== undefined);
  const asked = conflicts.filter(
    ({ mine, file, block }) =>
      mine !== undefined || !written.some((other) => other.file === file && other.block === block),
  );
  return [...new Map(asked.map((conflict) => [JSON.stringify(conflict), conflict])).values()];
}

function touchedBy(draft: Draft, edit: Edit, languages: string[]): Touched[] {
  if (edit.type === 'set') return [{ ...edit, mine: edit.text }];
  if (edit.type === 'accept') return [edit, { ...edit, lang: sourceLanguageOf(draft, edit.key) }];
  if (edit.type === 'remove' || edit.type === 'split') return languages.map((lang) => ({ ...edit, lang }));
  // A place may be that of another paragraph by now; an id stays that of its block.
  const isPlace = (block: string | undefined): block is string => block?.startsWith('paragraph ') ?? false;
  const places = edit.type === 'move' ? [edit.block, edit.after] : edit.type === 'add' ? [edit.after] : [];
  if ('key' in edit)
    return places.filter(isPlace).flatMap((block) => languages.map((lang) => ({ key: edit.key, block, lang })));
  return [];
}
