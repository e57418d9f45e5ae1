import { join } from 'node:path';

import { parseDocument } from 'yaml';

import { cachedBy } from '../../shared/cached-by.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import { type Change, changesSchema } from '../../site/history/change-schema.ts';
import { isVersioned } from '../../site/history/versioned-documents.ts';
import { entriesOf } from '../files/disk.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { NotedChange, TextKey } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';

/** Whether readers are told of changes of a block: of rules and sections, which have ids. */
export const mayHaveHistory = ({ kind, name }: TextKey, block: string): boolean =>
  kind === 'document' && isVersioned(name) && /^[a-z0-9-]+$/.test(block);

/** Path of the history of a block. */
export const historyFileOf = ({ folders }: Draft, { scope, name }: TextKey, block: string): string =>
  join(folders.content, 'history', scope, name, `${block}.yaml`);

/** The changes of meaning of a text, the newest first. A history with mistakes has none: the check reports it. */
export function notedChangesOf(draft: Draft, key: TextKey): NotedChange[] {
  if (key.kind !== 'document' || !isVersioned(key.name)) return [];
  return entriesOf(join(draft.folders.content, 'history', key.scope, key.name))
    .flatMap((entry) => (entry.isFile() && /^([a-z0-9-]+)\.yaml$/.exec(entry.name)?.[1]) || [])
    .flatMap((block) => {
      const file = historyFileOf(draft, key, block);
      const changes = latestChanges(draft, file) ?? [];
      return changes.map(({ day, inForce, important = false, removed = false, note }, index) => ({
        block,
        index,
        day,
        inForce,
        important,
        removed,
        note,
      }));
    })
    .toSorted((a, b) => compareTexts(b.day, a.day) || compareTexts(a.block, b.block) || b.index - a.index);
}

/** Number of changes without a note, by language. */
export function missingNotesIn(changes: NotedChange[], languages: string[]): Record<string, number> {
  const counts = languages.map(
    (lang) => [lang, changes.filter(({ note }) => note[lang] === undefined).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count));
}

/** The latest changes of each history. */
const knownChanges = cachedBy(
  (_workspace: Workspace) => new Map<string, { text: string; changes: Change[] | undefined }>(),
);

function latestChanges(draft: Draft, file: string): Change[] | undefined {
  const known = knownChanges(draft.workspace);
  const text = draft.read(file) ?? '';
  const last = known.get(file);
  if (last?.text === text) return last.changes;
  const changes = parseChanges(text);
  known.set(file, { text, changes });
  return changes;
}

/** The changes in a history; undefined where it has mistakes. */
export function parseChanges(text: string): Change[] | undefined {
  const document = parseDocument(text);
  return document.errors.length ? undefined : changesSchema.safeParse(document.toJS()).data;
}
