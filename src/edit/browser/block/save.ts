import type { Conflict, Edit, SaveResult } from '../../protocol.ts';
import { request } from '../request.ts';
import { askToMerge } from './merge-view.ts';

type Saved = Extract<SaveResult, { saved: string[] }>;
type Refused = Extract<SaveResult, { refused: unknown }>;

/**
 * Saves edits, all or none. Where texts have changed on disk, asks what is to be saved.
 * @returns undefined where the merge was put off
 */
export async function saveEdits(edits: Edit[], seen: Record<string, string>): Promise<Saved | Refused | undefined> {
  const result = await request<SaveResult>('save', { edits, seen });
  if (!('conflicts' in result)) return result;
  const merged = await askToMerge(result.conflicts);
  if (!merged) return undefined;
  const known = Object.fromEntries(result.conflicts.map(({ file, fileHash }) => [file, fileHash]));
  return saveEdits(withMerged(edits, result.conflicts, merged), { ...seen, ...known });
}

/** Mistakes that the message of a save lists; the home page has all. */
const MAX_LISTED = 5;

/** Says that edits were saved, and what keeps the site from being built now. */
export function messageOf({ problems, commitFailure }: Saved): string {
  const commit = commitFailure ? ` The commit has failed: ${commitFailure}` : '';
  if (!problems.length) return `Saved.${commit}`;
  const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
  const until = problems.length === 1 ? 'it is mended' : 'they are mended';
  const listed = problems
    .slice(0, MAX_LISTED)
    .map(({ file, line, message, hint }) => `${file}:${line}: ${message}. ${hint}.`);
  const rest = problems.length > MAX_LISTED ? ['The home page of the editor lists all of them.'] : [];
  return [`Saved, with ${count}: the site cannot be built until ${until}.${commit}`, ...listed, ...rest].join('\n');
}

/** Edits with the texts that were chosen for conflicts. */
function withMerged(edits: Edit[], conflicts: Conflict[], texts: string[]): Edit[] {
  return edits.map((edit) => {
    if (edit.type !== 'set') return edit;
    const index = conflicts.findIndex(({ block, lang }) => block === edit.block && lang === edit.lang);
    return index < 0 ? edit : { ...edit, text: texts[index]! };
  });
}
